import { eq } from 'drizzle-orm';
import { boxes } from '../../../../../src/server/db/schema';
import { ownClock, setClockShift } from '../../../../browser/device/clock';
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
  await campaign.judge({ page: ada.page, fired: shifts.length });
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
