import { ownClock, setClockShift } from '../../../../browser/device/clock';
import { NORTH } from '../../../../browser/fixture/fixtures';
import { colas } from '../../../../browser/fixture/lineFixtures';
import { faults } from '../../../../browser/proxy/faults';
import { isWrite } from '../../../../browser/proxy/seenRequests';
import { rep } from '../../../../browser/rep/rep';
import { freezeTab, killTab, stopBefore } from '../../../../browser/tabs';
import { paths } from '../../../../../src/paths';
import { ENTRIES, expect, test } from '../campaignTest';

const HALF_AN_HOUR_MS = 1_800_000;

test('15: Duplicate tabs replaying', async ({ ada, campaign, context, network, signal }) => {
  await campaign.waiting();
  const second = await context.newPage();
  await second.goto(paths.dashboard());
  const held = network.hold(isWrite, { times: 1 });
  await signal.regain();
  await expect.poll(() => held.met).toBe(1);
  // While one tab sends, the other is asked to do the same.
  await second.goto(paths.outbox());
  await second.getByRole('button', { name: 'Sync now' }).click();
  const tabs = await ada.page.evaluate(async () => {
    const { held: owned = [], pending = [] } = await navigator.locks.query();
    return new Set([...owned, ...pending].map(({ clientId }) => clientId)).size;
  });
  held.letGo();
  await campaign.judge({ page: ada.page, fired: tabs - 1 });
});

test('16: Tab killed between click and IDB complete', async ({ ada, campaign, context }) => {
  await campaign.waiting();
  let tab = ada;
  let fired = 0;
  // What the tab is about to ask of the disk when it ends: nothing of the press, or one call of the transaction.
  for (const [index, call] of (['put', 'commit', 'put', 'commit', 'put'] as const).entries()) {
    await tab.fillDelivery(NORTH.name, 'Box 2', colas(ENTRIES + 1 + index));
    campaign.entered(ENTRIES + 1 + index);
    const stop = await stopBefore(tab.page, 'entries', call);
    await stop.reachBy(() => tab.page.getByRole('button', { name: 'Submit box' }).click());
    fired += 1;
    const next = rep(await context.newPage());
    await stop.kill();
    tab = next;
  }
  await tab.page.goto(paths.dashboard());
  await campaign.judge({ page: tab.page, fired });
});

test('17: Tab/browser killed between ack and local delete', async ({ ada, campaign, context, signal }) => {
  await campaign.waiting();
  const stop = await stopBefore(ada.page, 'entries', 'delete');
  await stop.reachBy(() => signal.regain());
  const next = await context.newPage();
  await stop.kill();
  await next.goto(paths.dashboard());
  await campaign.judge({ page: next, fired: 1 });
});

test('18: Leader tab killed while holding the lock', async ({ ada, campaign, context, network, signal }) => {
  await campaign.waiting();
  const rule = network.meet(isWrite, faults.hangAfter, { skip: 1, times: 1 });
  await signal.regain();
  await expect.poll(() => rule.met).toBe(1);
  const next = await context.newPage();
  await next.goto(paths.dashboard());
  await killTab(ada.page);
  await campaign.judge({ page: next, fired: rule.met });
});

test('41: Frozen tab', { tag: '@short' }, async ({ ada, campaign, context, server, signal }) => {
  await ownClock(context);
  await campaign.waiting();
  const frozen = await freezeTab(ada.page);
  await server.endSessions();
  await frozen.thaw();
  await setClockShift(ada.page, HALF_AN_HOUR_MS);
  await signal.regain();
  await expect(ada.page).toHaveURL(/login/);
  await campaign.signInAgain();
  await campaign.judge({ page: ada.page, fired: frozen.count() });
});
