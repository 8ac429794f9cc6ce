import type { Browser } from '@playwright/test';
import { paths } from '../../../../../src/paths';
import { locations, visits } from '../../../../../src/server/db/schema';
import { readRecords, type StoredRecord, writeRecords } from '../../../../browser/device/queueRecords';
import { ADA, EAST, NORTH, SOUTH } from '../../../../browser/fixture/fixtures';
import { colas } from '../../../../browser/fixture/lineFixtures';
import { plantDeliveries } from '../../../../browser/fixture/plantDeliveries';
import type { RealServer } from '../../../../browser/fixture/realServer';
import { expectWaiting, readyForNoSignal } from '../../../../browser/rep/outbox';
import { rep } from '../../../../browser/rep/rep';
import { longestInteraction, watchInteractions } from '../../../bench/longestInteraction';
import { ENTRIES, expect, test } from '../campaignTest';
import { httpDevice } from '../httpDevice';

const WAITING = 5_000;
const SAVES = 3;
const NOTE_CHARS = [1_000_000, 10_000_000];
const LINES = 1_000;
const MEGABYTE = 1_000_000;

/** Opens a device of Ada with 5,000 waiting entries, and closes it without having sent any: how its screen responds. */
async function openFullDevice(browser: Browser, server: RealServer): Promise<string> {
  const page = await browser.newPage({ baseURL: server.url });
  const ada = rep(page);
  await page.addInitScript(watchInteractions);
  await ada.signIn(ADA);
  await readyForNoSignal(page);
  await page.context().setOffline(true);
  await plantDeliveries(page, server, WAITING);
  const begun = Date.now();
  await page.reload();
  await expectWaiting(page, WAITING);
  const startMs = Date.now() - begun;

  const menuMs = await longestInteraction(page, () => page.getByRole('button', { name: 'Open menu' }).tap());
  await page.keyboard.press('Escape');
  const outboxMs = await longestInteraction(page, async () => {
    await page
      .getByRole('link', { name: `${WAITING} waiting` })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(paths.outbox()));
  });
  const saves: { pressMs: number; savedMs: number }[] = [];
  for (let save = 1; save <= SAVES; save += 1) {
    await ada.fillDelivery(NORTH.name, 'Box 2', colas(WAITING + save));
    let savedMs = 0;
    const pressMs = await longestInteraction(page, async () => {
      const pressed = Date.now();
      expect(await ada.submitBox()).toBe('saved locally');
      savedMs = Date.now() - pressed;
    });
    saves.push({ pressMs, savedMs });
  }
  expect(await readRecords(page, 'entries')).toHaveLength(WAITING + SAVES);
  const session = await page.context().newCDPSession(page);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await page.context().close();
  const worst = (name: 'pressMs' | 'savedMs') => Math.max(...saves.map((save) => save[name]));
  return [
    `${WAITING} waiting entries, ms: ${startMs} from the start to the count in the header`,
    `presses to the next frame: menu ${menuMs}, outbox ${outboxMs}, Submit box ${worst('pressMs')} (worst of ${SAVES})`,
    `${worst('savedMs')} from Submit box to "Saved locally"; heap ${Math.round(usedSize / MEGABYTE)} MB`,
  ].join('; ');
}

/** A submit with so long a note that waits on the device, for each visit. */
const submitsOf = (first: StoredRecord, started: { id: string; locationId: string }[]): StoredRecord[] =>
  started.map(({ id, locationId }, index) => ({
    ...first,
    id: `a-huge-note-${index}`,
    seq: ENTRIES + 1 + index,
    call: 'submitVisit',
    path: `/visits/${id}/submit`,
    body: { outcome: 'no_access', note: 'long '.repeat((NOTE_CHARS[index] ?? 0) / 5) },
    creates: null,
    visitId: id,
    locationId,
  }));

/** The waiting delivery again, with so many lines. */
function longDelivery(first: StoredRecord, mark: number): StoredRecord {
  const body = first.body as { lines: { quantity: number }[] };
  const lines = Array.from({ length: LINES }, () => ({ ...body.lines[0], quantity: mark }));
  const id = 'a-long-delivery';
  return { ...first, id, creates: `local-${id}`, seq: ENTRIES + 1 + NOTE_CHARS.length, body: { ...body, lines } };
}

test('36: Huge note', async ({ ada, browser, campaign, network, server, signal }) => {
  campaign.figure(await openFullDevice(browser, server));
  await campaign.waiting();
  const device = await httpDevice(server, ADA);
  const stores = (await server.db.select().from(locations)).filter(({ name }) =>
    [EAST.name, SOUTH.name].includes(name),
  );
  const started = await Promise.all(
    stores.map(async ({ id }) => ({ id: await device.startVisit(id), locationId: id })),
  );
  const [first = {}] = await readRecords(ada.page, 'entries');
  const refused = [...submitsOf(first, started), longDelivery(first, 999)];
  await writeRecords(ada.page, 'entries', refused);
  await ada.page.reload();
  await signal.regain();
  const met = (status: number) => network.seen.filter(({ serverStatus }) => serverStatus === status).length;
  await expect.poll(() => met(413), { timeout: 120_000 }).toBeGreaterThanOrEqual(NOTE_CHARS.length);
  await expect.poll(() => met(400), { timeout: 120_000 }).toBeGreaterThan(0);
  const header = ada.page.getByRole('link', { name: `${refused.length} not sent` });
  await expect(header.first()).toBeAttached({ timeout: 120_000 });
  await header.first().click();
  await expect(ada.page.getByText(/The request is larger than \d+ kB\./)).toHaveCount(NOTE_CHARS.length);
  await expect(ada.page.getByText('The body has too many values.')).toBeVisible();
  const recorded = await server.db.select().from(visits);
  expect(recorded.map(({ note, submittedAt }) => ({ note, submittedAt }))).toEqual(
    started.map(() => ({ note: '', submittedAt: null })),
  );
  campaign.entered(999, 'nobody');
  await campaign.judge({ page: ada.page, fired: met(413) + met(400), refused: refused.length });
});
