import type { Page } from '@playwright/test';
import { messages } from '../../../../../src/domain/messages';
import { outcomeLabel } from '../../../../../src/domain/outcomes';
import { paths } from '../../../../../src/paths';
import { openDatabase } from '../../../../../src/server/db/openDatabase';
import { idempotencyKeys } from '../../../../../src/server/db/idempotencySchema';
import { locations, visits } from '../../../../../src/server/db/schema';
import { readRecords } from '../../../../browser/device/queueRecords';
import { ADA, BO, CLEO, EAST, NORTH, SOUTH } from '../../../../browser/fixture/fixtures';
import { colas, colasIn } from '../../../../browser/fixture/lineFixtures';
import { type RealServer, startRealServer } from '../../../../browser/fixture/realServer';
import { faults } from '../../../../browser/proxy/faults';
import { isWrite, ofCall } from '../../../../browser/proxy/seenRequests';
import { readyForNoSignal } from '../../../../browser/rep/outbox';
import { rep } from '../../../../browser/rep/rep';
import { startPostgres } from '../../../../run/privatePostgres';
import { ENTRIES, expect, test as campaignTest } from '../campaignTest';
import { httpDevice } from '../httpDevice';

/**
 * The campaign against a server whose requests run at the same time. The embedded database has one connection: while a
 * write runs, no other request gets as far as its key.
 */
const test = campaignTest.extend<object, { realServer: RealServer }>({
  realServer: [
    async ({ browserName: _ }, provide) => {
      const postgres = await startPostgres();
      const server = await startRealServer(() => openDatabase({ databaseUrl: postgres.url, dataDir: '' }));
      await provide(server);
      await server.close();
      await postgres.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** What each of two devices submits. */
const CHOSEN = [
  { outcome: 'no_access', note: 'first' },
  { outcome: 'partial', note: 'second' },
] as const;

/** On the screen of an open visit. */
async function submitOpenVisit(page: Page, { outcome, note }: (typeof CHOSEN)[number]): Promise<void> {
  await page.getByRole('radio', { name: outcomeLabel(outcome) }).check();
  await page.getByLabel('Note').fill(note);
  await page.getByRole('button', { name: 'Submit Visit' }).click();
}

/** For thousands of requests on a machine with other work. */
const TIMEOUT_MS = 1_800_000;

/** At most so many keys, each sent by so many clients at once: 10,000 requests. */
const KEYS_MAX = 200;
const CLIENTS = 50;
/** Of the clients of a key that got 409 so many send again: their requests are the same bytes. */
const SENT_AGAIN = 5;
const FIRST_KEYED_MARK = 1_001;

test('9: 409 key in flight (same key twice concurrently)', async ({ ada, campaign, network, server, signal }) => {
  test.setTimeout(TIMEOUT_MS);
  await campaign.waiting();
  const copies = Math.ceil(ENTRIES / 2);
  const doubled = network.meet(isWrite, faults.duplicate, { times: copies });
  await signal.regain();
  // A person would see the 409 of a copy of their form (§8).
  await expect.poll(() => doubled.met, { timeout: 60_000 }).toBe(copies);
  await campaign.save(ada, ENTRIES + 1);
  const bo = await httpDevice(server, BO);
  const keys = Math.min(KEYS_MAX, 5 * ENTRIES);
  let effects = 0;
  let refused = 0;
  let repeated = 0;
  const wrong: number[] = [];
  for (let mark = FIRST_KEYED_MARK; mark < FIRST_KEYED_MARK + keys; mark += 1) {
    const responses = await Promise.all(Array.from({ length: CLIENTS }, () => bo.deliver(mark)));
    const inFlight = responses.filter(({ status }) => status === 409);
    const repeats = responses.filter(({ isRepeat }) => isRepeat);
    const [made] = responses.filter(({ status, isRepeat }) => status === 201 && !isRepeat);
    effects += responses.length - inFlight.length - repeats.length;
    refused += inFlight.length;
    repeated += repeats.length;
    const areOthersLosers = inFlight.length + repeats.length === CLIENTS - 1;
    // One after the other: repeats of a key at once are in flight too.
    for (let again = 0; again < Math.min(SENT_AGAIN, inFlight.length); again += 1) repeats.push(await bo.deliver(mark));
    const areRepeatsSame = repeats.every(({ isRepeat, text }) => isRepeat && text === made?.text);
    const haveRetryAfter = inFlight.every(({ retryAfterMs }) => retryAfterMs > 0);
    if (!areOthersLosers || !areRepeatsSame || !haveRetryAfter) wrong.push(mark);
    campaign.acknowledged(mark, BO.name);
  }
  campaign.figure(
    `${keys} keys × ${CLIENTS} requests at once: ${effects} took effect, ${refused} got 409, ${repeated} the recorded response; ${doubled.met} requests of the queue came twice`,
  );
  await campaign.judge({ page: ada.page, fired: doubled.met + refused + repeated });
  expect(wrong, 'keys with a wrong response').toEqual([]);
});

const RACES_MAX = 1_000;

/** Two devices submit one visit at once, so many times; the visits whose responses or records are wrong. */
async function raceByHttp(server: RealServer, races: number): Promise<{ wrong: string[]; refused: number }> {
  const { db } = server;
  const ada = await httpDevice(server, ADA);
  // The visit of a rep may be changed on another device of the rep and by an admin.
  const rivals = [await httpDevice(server, ADA), await httpDevice(server, CLEO)];
  const [{ id: location } = { id: '' }] = await db.select().from(locations);
  const winners = new Map<string, (typeof CHOSEN)[number] | undefined>();
  let refused = 0;
  for (let race = 0; race < races; race += 1) {
    const visit = await ada.startVisit(location);
    const devices = [ada, rivals[race % rivals.length] ?? ada];
    const responses = await Promise.all(
      devices.map((device, index) =>
        device.send(`/visits/${visit}/submit`, `race-${visit}-${index}`, CHOSEN[index] ?? {}),
      ),
    );
    refused += responses.filter(({ status, text }) => status === 409 && text.includes('"visitSubmitted"')).length;
    winners.set(visit, CHOSEN[responses.findIndex(({ status }) => status === 200)]);
  }
  const keys = await db.select().from(idempotencyKeys);
  const recorded = await db.select().from(visits);
  const right = recorded.filter(({ id, outcome, note, version, submittedAt }) => {
    const winner = winners.get(id);
    const isOfWinner = submittedAt !== null && outcome === winner?.outcome && note === winner.note;
    // A started visit has version 1, each submit that takes effect adds 1, and only that one's key is recorded.
    return isOfWinner && version === 2 && keys.filter(({ entityId }) => entityId === id).length === 1;
  });
  const rightIds = new Set(right.map(({ id }) => id));
  return { wrong: [...winners.keys()].filter((id) => !rightIds.has(id)), refused };
}

test('32: Two reps submit the same visit', async ({ ada, browser, campaign, network, server, signal }) => {
  test.setTimeout(TIMEOUT_MS);
  await campaign.waiting();
  await signal.regain();
  const other = rep(await browser.newPage({ baseURL: network.url }));
  await other.signIn(ADA);
  const races = [NORTH, EAST, SOUTH];
  const refusals = () => network.seen.filter((one) => ofCall('submitVisit')(one) && (one.serverStatus ?? 0) >= 400);
  for (const [index, { name }] of races.entries()) {
    await Promise.all([ada.openVisit(name), other.openVisit(name)]);
    const held = network.hold(ofCall('submitVisit'), { times: 2 });
    await Promise.all([submitOpenVisit(ada.page, CHOSEN[0]), submitOpenVisit(other.page, CHOSEN[1])]);
    await expect.poll(() => held.met).toBe(2);
    held.letGo();
    await expect.poll(() => refusals().length).toBe(index + 1);
  }
  const { visits } = await server.serverState();
  // One submit of each visit took effect, whole: outcome and note are of the same device.
  expect(visits.map(({ outcome, note }) => `${outcome} ${note}`).sort()).toHaveLength(races.length);
  for (const { outcome, note } of visits)
    expect(CHOSEN.findIndex((one) => one.outcome === outcome)).toBe(CHOSEN.findIndex((one) => one.note === note));
  await other.page.context().close();
  const byHttp = Math.min(RACES_MAX, 25 * ENTRIES);
  const { wrong, refused } = await raceByHttp(server, byHttp);
  campaign.figure(
    `${races.length} races on the screen, ${byHttp} by HTTP: ${refusals().length + refused} submits got 409, ${wrong.length} visits are not as their one accepted submit left them`,
  );
  const left = (await readRecords(ada.page, 'entries')).filter(({ call }) => call === 'submitVisit').length;
  await campaign.judge({ page: ada.page, fired: refusals().length + refused, refused: left });
  expect({ wrong, refused }).toEqual({ wrong: [], refused: byHttp });
});

test('33: Edit vs edit of one delivery', async ({ ada, browser, campaign, network, server, signal }) => {
  await campaign.waiting();
  await signal.regain();
  const mark = 500;
  const visitId = await ada.openVisit(EAST.name);
  expect(await ada.refill('Box 1', colas(mark))).toBe('sent');
  await readyForNoSignal(ada.page);
  await ada.page.goto(paths.visitDetails(visitId));
  await ada.page.getByRole('row').filter({ hasText: 'Box 1' }).getByRole('link', { name: 'Edit' }).click();
  await ada.page
    .getByRole('spinbutton', { name: 'Quantity' })
    .first()
    .fill(String(mark + 1));
  await signal.lose();
  await ada.page.getByRole('button', { name: 'Save changes' }).click();
  await expect(ada.page.getByRole('alert').filter({ hasText: messages.savedLocally }).first()).toBeVisible();
  const admin = rep(await browser.newPage({ baseURL: server.url }));
  await admin.signIn(CLEO);
  expect(await admin.editQuantity(visitId, 'Box 1', mark + 2)).toBe('sent');
  await admin.page.context().close();

  await signal.regain();
  const conflicts = () => network.seen.filter(({ serverStatus }) => serverStatus === 412).length;
  await expect.poll(conflicts, { timeout: 120_000 }).toBeGreaterThan(0);
  await ada.page.goto(paths.outbox());
  const keepTheirs = ada.page.getByRole('button', { name: 'Keep theirs' });
  // A press while the change is being tried again says so and does nothing.
  await expect(async () => {
    await keepTheirs.click({ timeout: 5_000 });
    await expect(keepTheirs).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  campaign.entered(mark + 2);
  await campaign.judge({ page: ada.page, fired: conflicts() });
  expect(colasIn(await server.serverState())).toContain(mark + 2);
});
