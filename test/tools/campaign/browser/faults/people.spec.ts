import { eq } from 'drizzle-orm';
import { readRecords } from '../../../../browser/device/queueRecords';
import { sessions, users } from '../../../../../src/server/db/schema';
import { ADA, BO, NORTH } from '../../../../browser/fixture/fixtures';
import { colas } from '../../../../browser/fixture/lineFixtures';
import { refusal } from '../../../../browser/proxy/faults';
import { isWrite, mentioning } from '../../../../browser/proxy/seenRequests';
import { ENTRIES, expect, test } from '../campaignTest';

test('7: 401 mid-replay', async ({ ada, campaign, network, server, signal }) => {
  await campaign.waiting();
  const held = network.hold(isWrite, { skip: 1, times: 1 });
  await signal.regain();
  await expect.poll(() => held.met).toBe(1);
  await server.endSessions();
  held.letGo();
  await expect(ada.page).toHaveURL(/login/);
  await campaign.signInAgain();
  await campaign.judge({ page: ada.page, fired: held.met });
});

test('8: 403 (user deactivated meanwhile)', { tag: '@short' }, async ({ ada, campaign, network, server, signal }) => {
  await campaign.waiting();
  const setActive = (active: boolean) => server.db.update(users).set({ active }).where(eq(users.email, ADA.email));
  const held = network.hold(isWrite, { skip: 1, times: 1 });
  await signal.regain();
  await expect.poll(() => held.met).toBe(1);
  await setActive(false);
  held.letGo();
  await expect(ada.page.getByText(/This account is deactivated/).first()).toBeVisible();
  const refused = network.seen.filter(({ serverStatus }) => serverStatus === 403).length;
  await setActive(true);
  await server.db.delete(sessions);
  await campaign.signInAgain();
  await campaign.judge({ page: ada.page, fired: refused });
});

test('11: 422 business reject', async ({ ada, campaign, network, signal }) => {
  await campaign.waiting();
  const rule = network.meet(mentioning(isWrite, '"quantity":2,'), refusal(422, 'This item is not sold any more.'), {
    times: 1,
  });
  await signal.regain();
  await expect.poll(() => rule.met).toBe(1);
  await expect(ada.page.getByRole('link', { name: '1 not sent' }).first()).toBeAttached();
  // The fault has healed: the judge's return of the signal tries the refused entry again, behind the others.
  await campaign.judge({ page: ada.page, fired: rule.met });
});

test('35: User switch on one device with pending queue', async ({ ada, campaign, network, signal }) => {
  await campaign.waiting();
  await ada.pressLogout();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(ada.page).toHaveURL(/login/);
  await signal.regain();
  await ada.signIn(BO);
  campaign.entered(ENTRIES + 1, BO.name);
  await ada.deliver(NORTH.name, 'Box 2', colas(ENTRIES + 1));
  expect(network.seen.filter(isWrite)).toHaveLength(1);
  // Ada's entries lie on the device while Bo works on it.
  const untouched = (await readRecords(ada.page, 'entries')).length;
  await ada.signOut();
  await expect(ada.page).toHaveURL(/login/);
  await campaign.signInAgain();
  await campaign.judge({ page: ada.page, fired: untouched });
});
