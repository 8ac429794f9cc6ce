import type { Page } from '@playwright/test';
import { messages } from '../../../../../src/domain/messages';
import { outcomeLabel } from '../../../../../src/domain/outcomes';
import { paths } from '../../../../../src/paths';
import { readRecords } from '../../../../browser/device/queueRecords';
import { ADA, CLEO, EAST, NORTH, SOUTH } from '../../../../browser/fixture/fixtures';
import { colas, colasIn } from '../../../../browser/fixture/lineFixtures';
import { ofCall } from '../../../../browser/proxy/seenRequests';
import { readyForNoSignal } from '../../../../browser/rep/outbox';
import { rep } from '../../../../browser/rep/rep';
import { expect, test } from '../campaignTest';

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

test('32: Two reps submit the same visit', async ({ ada, browser, campaign, network, server, signal }) => {
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
  const left = (await readRecords(ada.page, 'entries')).filter(({ call }) => call === 'submitVisit').length;
  await campaign.judge({ page: ada.page, fired: refusals().length, refused: left });
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
