// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { syncRequested } from '../../../../src/offline/actions';
import { sessions } from '../../../../src/server/db/schema';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

/** A rep whose deliveries wait, without a signal. */
async function withWaiting(deliveries: number): Promise<QueueFixture> {
  const fixture = await setUp();
  await fixture.device.setOnline(false);
  for (let box = 0; box < deliveries; box += 1) await fixture.work.deliver(box);
  return fixture;
}

it('the disk writes one result while the next change is in flight', async () => {
  const { device, deliveryRows } = await withWaiting(4);
  device.disk.writeTakesMs = 1_000;
  device.network.bytesPerMs = 0.08;
  const seen: string[] = [];
  device.disk.onCommit = (moment, written) => {
    if (moment === 'after' && written.some((one) => one.startsWith('delete entries'))) seen.push('committed');
  };
  device.network.onWire = (moment, { method }) => {
    if (method !== 'GET') seen.push(moment);
  };
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(4);
  const overlapped = ['sent', 'committed', 'responded'];
  expect(seen).toEqual(['sent', 'responded', ...overlapped, ...overlapped, ...overlapped, 'committed']);
});

it('a pass makes one commit per sent entry and two of its own', async () => {
  const { device } = await withWaiting(4);
  let commits = 0;
  device.disk.onCommit = (moment) => {
    if (moment === 'after') commits += 1;
  };
  await device.setOnline(true);
  expect(device.entries()).toEqual([]);
  expect(commits).toBe(4 + 2);
});

it('entries that were recorded during a slow commit are removed together', async () => {
  const { device, deliveryRows } = await withWaiting(4);
  device.disk.writeTakesMs = 1_000;
  const removed: number[] = [];
  device.disk.onCommit = (moment, written) => {
    const entries = written.filter((one) => one.startsWith('delete entries'));
    if (moment === 'after' && entries.length > 0) removed.push(entries.length);
  };
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(removed).toEqual([1, 2, 1]);
  expect(await deliveryRows()).toHaveLength(4);
});

it.each([2_000, 3_000, 4_000])('2 every entry is sent once on a disk that takes %i ms for each write', async (ms) => {
  const { device, deliveryRows } = await withWaiting(4);
  device.disk.writeTakesMs = ms;
  await device.setOnline(true);
  await device.clock.advance(2 * MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(4);
  expect(device.network.requests).toBe(4);
});

it.each([2_000, 3_000, 4_000])(
  '17 a refusal does not delay other entries on a disk that takes %i ms for each write',
  async (ms) => {
    const { device, deliveryRows } = await withWaiting(4);
    device.disk.writeTakesMs = ms;
    device.network.faults = ['status422'];
    await device.setOnline(true);
    await device.clock.advance(2 * MINUTE_MS);
    expect(device.states()).toMatchObject([{ state: 'refused' }]);
    expect(await deliveryRows()).toHaveLength(3);
    expect(device.network.requests).toBe(4);
  },
);

it('17 an entry that keeps failing does not delay other entries on a slow disk', async () => {
  const { device, deliveryRows } = await withWaiting(4);
  device.disk.writeTakesMs = 3_000;
  const first = device.entries()[0]?.id ?? '';
  device.network.onWire = (moment, { key }) => {
    if (moment === 'sent' && key === first) device.network.faults = ['status500'];
  };
  await device.setOnline(true);
  await device.clock.advance(5 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(3);
  expect(device.entries().map(({ id }) => id)).toEqual([first]);
});

it('21 an ended session is reported on a slow disk', async () => {
  const { device, server, rep, tab } = await withWaiting(2);
  await server.db.delete(sessions).where(eq(sessions.userId, rep.user.id));
  device.disk.writeTakesMs = 3_000;
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(tab.store.getState().queue.lastEnd).toBe('signedOut');
  expect(tab.store.getState().session.status).toBe('absent');
});

it('21 an ended session is reported as such, though the disk fails at the end of the pass', async () => {
  const { device, server, rep, tab } = await withWaiting(2);
  await server.db.delete(sessions).where(eq(sessions.userId, rep.user.id));
  device.network.onWire = (moment, { method }) => {
    if (moment === 'responded' && method !== 'GET') device.disk.faults = ['closed'];
  };
  await device.setOnline(true);
  expect(tab.store.getState().queue.lastEnd).toBe('signedOut');
  expect(tab.store.getState().session.status).toBe('absent');
});

it('16 a blocked entry is not claimed ahead: the user can discard it while another request hangs', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  await work.deliver(0);
  await work.deliver(1, visit);
  const behind = device.entries()[2]?.id ?? '';
  device.network.faults = ['status500', 'hangBefore'];
  await device.setOnline(true);
  expect(device.network.requests).toBe(2);
  expect(await tab.store.dispatch(discardEntries([behind], false))).toBe('done');
});

it('an entry in flight cannot be discarded or edited, and the message says so', async () => {
  const { device, tab, location } = await withWaiting(1);
  const [entry] = device.entries();
  device.network.faults = ['hangBefore'];
  await device.setOnline(true);
  expect(await tab.store.dispatch(discardEntries([entry?.id ?? ''], true))).toBe('beingSent');
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  expect(await tab.store.dispatch(editRefusedEntry(entry?.id ?? '', { lines }, true))).toBe('notFound');
  expect(device.entries()).toEqual([entry]);
});

/** Two tabs: the first stands still with a change on the wire, the second has taken its pass over after 30 s. */
async function takenOver() {
  const fixture = await setUp();
  const { device } = fixture;
  const awake = await device.open();
  await device.setOnline(false);
  await fixture.work.deliver(0);
  await fixture.work.deliver(1);
  device.network.online = true;
  device.network.faults = ['hangBefore'];
  fixture.tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  fixture.tab.freeze();
  awake.store.dispatch(syncRequested({}));
  return { ...fixture, awake };
}

it('19 a suspended tab with a change in flight loses its lock after 30 s, and each change is sent', async () => {
  const { device, tab, awake, deliveryRows, location } = await takenOver();
  await device.clock.advance(29_000);
  expect(await deliveryRows()).toEqual([]);
  await device.clock.advance(2_000);
  expect((await deliveryRows()).map(({ boxId }) => boxId).sort()).toEqual(location.boxIds.slice(0, 2).sort());
  expect(awake.store.getState().queue.entries).toEqual([]);
  tab.thaw();
  await device.clock.advance(MINUTE_MS);
  expect(device.network.requests).toBe(3);
  expect(await deliveryRows()).toHaveLength(2);
  expect(tab.store.getState().queue).toMatchObject({ entries: [], replaying: false });
});

it('4 a tab that lost its lock does not send an entry discarded meanwhile in another tab', async () => {
  const { device, tab, awake, deliveryRows, location } = await takenOver();
  const next = device.entries()[1]?.id ?? '';
  device.network.onWire = (moment, { key }) => {
    if (moment === 'sent') device.network.faults = key === next ? ['status422'] : [];
  };
  await device.clock.advance(31_000);
  expect(await awake.store.dispatch(discardEntries([next], false))).toBe('done');
  tab.thaw();
  await device.clock.advance(10 * MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect((await deliveryRows()).map(({ boxId }) => boxId)).toEqual([location.boxIds[0]]);
});
