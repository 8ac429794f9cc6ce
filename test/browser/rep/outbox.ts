import type { Page } from '@playwright/test';
import { messages } from '../../../src/domain/messages';
import { expect } from '../appTest';
import { expectOnDisk, rememberedUser } from '../device/cacheRecords';
import { readRecords } from '../device/queueRecords';

/** What the device says of its waiting work, and its being ready for a day without signal. */

/** How long a pass may take: on a slow machine twenty changes take half a minute. */
const PASS_MS = 120_000;

/** How many entries of the signed-in person lie on the disk. */
async function ownEntries(page: Page): Promise<number> {
  const [user, entries] = await Promise.all([rememberedUser(page), readRecords(page, 'entries')]);
  return entries.filter(({ userId }) => userId === user?._id).length;
}

/** The count in the header's link to the outbox, and on the disk; 0 when there is no link. A refusal is named first. */
export async function expectWaiting(page: Page, count: number): Promise<void> {
  const link = page.getByRole('link', { name: /^\d+ (waiting|not sent)$/ });
  // The header of a signed-in person stands: before that, nothing waiting would mean nothing shown yet.
  await expect(page.getByRole('button', { name: /^(Open menu|Close menu|Logout)$/ }).first()).toBeVisible();
  // The header stands before the queue was read.
  await expect.poll(() => ownEntries(page), { timeout: PASS_MS }).toBe(count);
  if (count === 0) await expect(link).toHaveCount(0, { timeout: PASS_MS });
  else await expect(link).toHaveText(new RegExp(`^${count} waiting$|not sent$`));
}

/** The banner's words after a pass. */
export async function expectSynced(page: Page, pushed: number): Promise<void> {
  await expect(page.getByText(messages.syncedBanner(pushed))).toBeVisible();
}

/** Waits until the app's files and the data of the day are on the device. */
export async function readyForNoSignal(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await expect(page.getByText(/Ready offline/).first()).toBeAttached();
  for (const slice of ['itemsCache', 'locationsCache', 'boxesCache']) await expectOnDisk(page, slice);
}
