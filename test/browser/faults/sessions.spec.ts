import { expectRemembered } from '../device/cacheRecords';
import { ADA, BO, NORTH } from '../fixture/fixtures';
import { colas, colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { deliveriesOf } from '../fixture/serverState';
import { faults } from '../proxy/faults';
import { isWrite } from '../proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { covers } from './covers';

test('401 in the middle of a replay: nothing is lost, and a sign-in sends the rest by itself', {
  ...covers('opencrvs-core#2576'),
}, async ({ ada, network, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  for (const mark of [1, 2, 3]) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  // The session ends on the server after the first change has arrived.
  const held = network.hold(isWrite, { skip: 1, times: 1 });
  await signal.regain();
  await expect.poll(() => held.met).toBe(1);
  await server.endSessions();
  held.letGo();
  await expect(ada.page).toHaveURL(/login/);
  expect(colasIn(await server.serverState())).toEqual([1]);

  await ada.signIn(ADA);
  await expectWaiting(ada.page, 0);
  await expect.poll(async () => colasIn(await server.serverState())).toEqual([1, 2, 3]);
});

test('user switch with waiting entries: the next user neither sees nor sends them', {
  tag: '@full',
  ...covers('opencrvs-core#9946', 'enketo#1127'),
}, async ({ ada, network, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  const rule = network.meet(isWrite, faults.dropBefore);
  await ada.deliver(NORTH.name, 'Box 1', colas(1));
  await expectWaiting(ada.page, 1);
  await ada.pressLogout();
  await signOutAnyway(ada.page);
  await expect(ada.page).toHaveURL(/login/);
  rule.remove();

  await ada.signIn(BO);
  await expectWaiting(ada.page, 0);
  await readyForNoSignal(ada.page);
  await signal.lose();
  expect(await ada.deliver(NORTH.name, 'Box 2', colas(2))).toBe('saved locally');
  await signal.regain();
  await expectWaiting(ada.page, 0);
  expect(deliveriesOf(await server.serverState()).map(({ rep }) => rep)).toEqual([BO.name]);

  await ada.signOut();
  await ada.signIn(ADA);
  await expect.poll(async () => colasIn(await server.serverState())).toEqual([1, 2]);
  const made = deliveriesOf(await server.serverState());
  expect(made.map(({ rep, lines }) => [rep, lines[0]?.quantity])).toEqual([
    [ADA.name, 1],
    [BO.name, 2],
  ]);
});

test('sign-out with waiting entries, without a signal: it warns, and keeps them for their owner', {
  tag: '@full',
  ...covers('opencrvs-core#9946'),
}, async ({ ada, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  await ada.deliver(NORTH.name, 'Box 1', colas(1));
  await ada.pressLogout();
  await signOutAnyway(ada.page);
  await expect(ada.page).toHaveURL(/login/);
  await expectRemembered(ada.page, null);
  await ada.page.reload();
  await expect(ada.page).toHaveURL(/login/);
  await signal.regain();
  await ada.signIn(ADA);
  await expect.poll(async () => colasIn(await server.serverState())).toEqual([1]);
  await expectWaiting(ada.page, 0);
});

/** Confirms the warning that changes of this person wait on this device. */
async function signOutAnyway(page: Parameters<typeof expectWaiting>[0]): Promise<void> {
  const warning = page.getByRole('dialog');
  await expect(warning).toContainText('1 change');
  await warning.getByRole('button', { name: 'Sign out' }).click();
}
