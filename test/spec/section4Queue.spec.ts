import { ENTRY_VERSION } from '../../src/offline/storage/entryMigrations';
import { paths } from '../../src/paths';
import { expectOnDisk, recordsIn } from '../browser/device/cacheRecords';
import { ADA, COLA, EAST, NORTH, SOUTH } from '../browser/fixture/fixtures';
import { colas, colasIn } from '../browser/fixture/lineFixtures';
import { refusal } from '../browser/proxy/faults';
import { isWrite, mentioning } from '../browser/proxy/seenRequests';
import { expectSynced, expectWaiting, readyForNoSignal } from '../browser/rep/outbox';
import { boxRow } from '../browser/rep/rep';
import { expect, proves, test } from './specTest';

test.use({ worker: true });

test('§4 every offline write waits in the queue and is sent when the connection returns', async ({
  ada,
  page,
  signal,
  fixture,
  server,
  network,
}) => {
  const known = await fixture.visit(SOUTH, { boxes: [0] });
  const closed = await fixture.visit(EAST, { boxes: [0], outcome: 'skipped', note: 'before' });
  await ada.signIn(ADA);
  await proves('S1.6', async () => {
    await readyForNoSignal(page);
    const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    expect(new URL(worker ?? '').pathname).toBe('/sw.js');
  });
  await page.goto(paths.visit(known._id));
  await expectOnDisk(page, 'visitDeliveriesCache', known.deliveries[0]?._id);
  await page.goto(paths.editVisit(closed._id));
  await expectOnDisk(page, 'visitsCache', closed._id);
  await signal.lose();
  await proves(['S1.3', 'S1.5', 'S7.items.2'], async () => {
    await page.goto(paths.locations());
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.goto(paths.boxes(fixture.locationId(NORTH)));
    await expect(page.getByRole('row').filter({ hasText: 'Box 4' })).toBeVisible();
    await page.goto(paths.visit(known._id));
    await expect(boxRow(page, 'Box 1').getByText('refilled', { exact: true })).toBeVisible();
  });
  await proves(
    ['S4.7', 'S7.deliveries.7', 'T2.1', 'S7.visits.3', 'S7.visits.10', 'S7.visits.13', 'S7.deliveries.11'],
    async () => {
      const local = await ada.openVisit(NORTH.name);
      expect(await ada.refill('Box 1', colas(11))).toBe('saved locally');
      expect(await ada.openVisit(NORTH.name)).toBe(local);
      await proves('T3.2', async () => {
        await expect(boxRow(page, 'Box 1').getByText(/waiting/i)).toBeVisible();
        await expect(boxRow(page, 'Box 1').getByRole('link', { name: 'Refill this box' })).toHaveCount(0);
      });
      expect(await ada.submitVisit('partial', 'no signal')).toBe('saved locally');
      expect(await ada.editQuantity(known._id, 'Box 1', 22)).toBe('saved locally');
      expect(await ada.editVisit(closed._id, 'no_access', 'after')).toBe('saved locally');
      await expectWaiting(page, 5);
    },
  );
  await proves(['S3.13', 'S9.2', 'T7.1', 'S3.15'], async () => {
    const queue = await recordsIn(page, 'field-sales-queue');
    const entries = (queue.entries ?? []).map(([, entry]) => entry);
    expect(entries).toHaveLength(5);
    const ids = new Set(entries.map((entry) => (entry as { id: string }).id));
    expect(ids.size).toBe(5);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        id: expect.stringMatching(/^[\w-]{20,}$/) as unknown,
        ts: expect.any(Number) as unknown,
        path: expect.stringMatching(/^\//) as unknown,
        method: expect.stringMatching(/^(POST|PATCH)$/) as unknown,
        body: expect.any(Object) as unknown,
        v: ENTRY_VERSION,
      });
    }
    const { keyvaluepairs = [] } = await recordsIn(page, 'field-sales-caches');
    const caches = new Map(keyvaluepairs);
    for (const cache of ['itemsCache', 'locationsCache', 'boxesCache', 'visitsCache']) {
      const kept = JSON.parse(String(caches.get(`persist:${cache}`))) as { _persist?: string };
      expect(JSON.parse(kept._persist ?? '{}')).toMatchObject({ version: 1 });
    }
    const local = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    for (const text of [COLA.name, NORTH.name, 'no signal']) expect(local).not.toContain(text);
  });
  await proves(['S1.4', 'S4.8', 'S4.10', 'T2.2', 'T4.1', 'T5.1'], async () => {
    await page.goto(paths.dashboard());
    const captured = Date.now();
    await signal.regain();
    await expectSynced(page, 5);
    await expectWaiting(page, 0);
    const sent = network.seen.filter((request) => isWrite(request) && request.serverStatus !== null);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(5);
    for (const { capturedAt } of sent) expect(Date.parse(capturedAt ?? '')).toBeLessThan(captured);
    expect(sent.map(({ url, body }) => url + body).join()).not.toContain('local');
    const { visits } = await server.serverState();
    expect(visits.map(({ store, outcome, note }) => [store, outcome, note])).toEqual([
      [SOUTH.name, null, ''],
      [EAST.name, 'no_access', 'after'],
      [NORTH.name, 'partial', 'no signal'],
    ]);
    expect(colasIn(await server.serverState())).toEqual([2, 11, 22]);
    const made = visits.at(-1)?.deliveries[0]?.deliveredAt.getTime() ?? 0;
    expect(made).toBeLessThan(captured);
  });
});

test('§4 what is refused stays; the rest goes on; a new start sends again', async ({
  ada,
  page,
  signal,
  network,
  server,
}) => {
  await ada.signIn(ADA);
  await readyForNoSignal(page);
  await signal.lose();
  for (const mark of [1, 2, 3]) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  const rule = network.meet(mentioning(isWrite, '"quantity":2,'), refusal(422, 'Not sold any more.'));
  await proves(['S4.9', 'S8.32', 'S4.8'], async () => {
    await signal.regain();
    await expectSynced(page, 2);
    await expect(page.getByText(/Remaining: 1/)).toBeVisible();
    await expectWaiting(page, 1);
    expect(colasIn(await server.serverState())).toEqual([1, 3]);
  });
  await proves('S4.8', async () => {
    rule.remove();
    await page.reload();
    await expectWaiting(page, 0);
    expect(colasIn(await server.serverState())).toEqual([1, 2, 3]);
  });
});
