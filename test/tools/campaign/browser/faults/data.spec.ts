import { eq } from 'drizzle-orm';
import { boxes } from '../../../../../src/server/db/schema';
import { ownClock, setClockShift } from '../../../../browser/device/clock';
import { readRecords, writeRecords } from '../../../../browser/device/queueRecords';
import { EAST, NORTH, SOUTH } from '../../../../browser/fixture/fixtures';
import { notesOf } from '../../../../browser/fixture/serverState';
import { faults } from '../../../../browser/proxy/faults';
import { isWrite } from '../../../../browser/proxy/seenRequests';
import { ENTRIES, expect, test } from '../campaignTest';

const DAY_MS = 86_400_000;

test('27: Clock skew ±1 day, jump back mid-queue', async ({ ada, campaign, context }) => {
  await ownClock(context);
  await campaign.waiting();
  const shifts = [0, DAY_MS, -DAY_MS, 0];
  for (const [index, shift] of shifts.entries()) {
    await setClockShift(ada.page, shift);
    await campaign.save(ada, ENTRIES + 1 + index);
  }
  const captured = (await readRecords(ada.page, 'entries')).map(({ ts }) => Number(ts));
  const skewed = captured.filter((ms) => Math.abs(ms - Date.now()) > DAY_MS / 2).length;
  await campaign.judge({ page: ada.page, fired: skewed });
});

test('10: 422 same key, other payload', async ({ ada, campaign, network, signal }) => {
  await campaign.waiting();
  const rule = network.meet(isWrite, faults.dropAfter, { times: 1 });
  await signal.regain();
  await expect.poll(() => rule.met).toBe(1);
  await signal.lose();
  const [first] = await readRecords(ada.page, 'entries');
  const key = network.seen.find(isWrite)?.idempotencyKey;
  expect(key).toBe(first?.id);
  // The first change was recorded; its record on the device is changed afterwards.
  await writeRecords(ada.page, 'entries', [
    JSON.parse(JSON.stringify(first).replace('"quantity":1,', '"quantity":999,')),
  ]);
  await ada.page.reload();
  await signal.regain();
  const responses = () => network.seen.filter((one) => one.idempotencyKey === key && one.serverStatus === 422).length;
  await expect.poll(responses, { timeout: 120_000 }).toBe(1);
  await expect(ada.page.getByRole('link', { name: /^\d+ not sent$/ }).first()).toBeAttached({ timeout: 120_000 });
  campaign.entered(999, 'nobody');
  await campaign.judge({ page: ada.page, fired: responses(), refused: 1 });
});

test('34: Box removed while offline', async ({ ada, campaign, server, signal, network }) => {
  await campaign.waiting();
  await campaign.save(ada, ENTRIES + 1);
  await server.db.delete(boxes).where(eq(boxes.label, 'Box 2'));
  await signal.regain();
  const refused = () => network.seen.filter(({ serverStatus }) => (serverStatus ?? 0) >= 400 && serverStatus !== 401);
  await expect.poll(() => refused().length, { timeout: 120_000 }).toBeGreaterThan(0);
  // What the server refuses for good stays on the device, and the header says so.
  await expect(ada.page.getByRole('link', { name: /^\d+ not sent$/ }).first()).toBeAttached({ timeout: 120_000 });
  await campaign.judge({ page: ada.page, fired: refused().length, refused: 1 });
});

const FOREIGN = [
  '\u{1F9C3}\u{1F469}\u{1F3FD}\u200D\u{1F33E}',
  '\u0645\u0631\u062D\u0628\u0627 \u05E9\u05DC\u05D5\u05DD',
  'Ame\u0301lie Am\u00E9lie',
  '\u200Bzero\u2028width\uFEFF',
];

test('37: Emoji, RTL, ZWJ, NFC/NFD', async ({ ada, campaign, server, signal }) => {
  await campaign.waiting();
  const stores = [NORTH, EAST, SOUTH, NORTH];
  for (const [index, note] of FOREIGN.entries()) {
    await ada.openVisit(stores[index]?.name ?? '');
    expect(await ada.submitVisit('no_access', note)).toBe('saved locally');
  }
  await signal.regain();
  await expect.poll(async () => notesOf(await server.serverState()), { timeout: 120_000 }).toEqual(FOREIGN);
  await campaign.judge({ page: ada.page, fired: FOREIGN.length });
});
