import { messages } from '../../../src/domain/messages';
import { paths } from '../../../src/paths';
import { ADA, NORTH } from '../fixture/fixtures';
import { colas, colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { faults } from '../proxy/faults';
import { isDeliveredWrite, isWrite } from '../proxy/seenRequests';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { rep } from '../rep/rep';
import { killTab, stopBefore, stopOnMessage } from '../tabs';
import { covers } from './covers';

const ROUNDS = 30;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test(`tab killed as the alert appears, ${ROUNDS} rounds: a change that was called saved is saved`, {
  tag: '@full',
  ...covers('redux-persist#888'),
}, async ({ ada, context, network, server }) => {
  test.setTimeout(600_000 + ROUNDS * 6_000);
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  network.offline();
  let tab = ada;
  for (const mark of upTo(ROUNDS)) {
    await tab.fillDelivery(NORTH.name, 'Box 1', colas(mark));
    const stop = await stopOnMessage(tab.page, messages.savedLocally);
    await stop.reachBy(() => tab.page.getByRole('button', { name: 'Submit box' }).click());
    const next = rep(await context.newPage());
    await stop.kill();
    tab = next;
  }
  await tab.page.goto(paths.dashboard());
  await expectWaiting(tab.page, ROUNDS);
  network.online();
  await tab.page.reload();
  await expect
    .poll(async () => colasIn(await server.serverState()), { timeout: 120_000 + ROUNDS * 3_000 })
    .toEqual(upTo(ROUNDS));
  await expectWaiting(tab.page, 0);
});

test('two tabs: coming online at once they send each change once', {
  tag: '@full',
  ...covers('redux-offline#167', 'LiteFarm#4017'),
}, async ({ ada, context, network, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  const second = rep(await context.newPage());
  for (const mark of [1, 2, 3]) {
    await ada.deliver(NORTH.name, 'Box 1', colas(mark));
    await second.deliver(NORTH.name, 'Box 2', colas(mark + 10));
  }
  await expectWaiting(ada.page, 6);
  await expectWaiting(second.page, 6);
  await signal.regain();
  await expectWaiting(ada.page, 0);
  await expectWaiting(second.page, 0);
  expect(colasIn(await server.serverState())).toEqual([1, 2, 3, 11, 12, 13]);
  expect(network.seen.filter(isDeliveredWrite)).toHaveLength(6);
});

test('tab killed between the response and the removal of the entry: the change is not made twice', {
  tag: '@full',
  ...covers('odoo#152259'),
}, async ({ ada, context, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  await ada.deliver(NORTH.name, 'Box 1', colas(1));
  await ada.deliver(NORTH.name, 'Box 1', colas(2));
  const stop = await stopBefore(ada.page, 'entries', 'delete');
  await stop.reachBy(() => signal.regain());
  await stop.kill();
  // The first was carried out; the next may be on its way while the end of the first is noted.
  expect([[1], [1, 2]]).toContainEqual(colasIn(await server.serverState()));

  const next = rep(await context.newPage());
  await next.page.goto(paths.dashboard());
  await expectWaiting(next.page, 0);
  await expect.poll(async () => colasIn(await server.serverState())).toEqual([1, 2]);
});

test('the replaying tab killed: another tab takes over by itself', {
  tag: '@full',
  ...covers('enketo#1180', 'enketo#1140'),
}, async ({ ada, context, network, server }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  network.offline();
  const second = rep(await context.newPage());
  await second.page.goto(paths.dashboard());
  for (const mark of [1, 2, 3]) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  await expectWaiting(second.page, 3);

  // The second change arrives, its response does not, so the pass stops in the middle of the queue.
  const rule = network.meet(isWrite, faults.hangAfter, { skip: 1, times: 1 });
  let replayer = ada.page;
  for (const { page } of [ada, second]) {
    page.on('request', (request) => {
      if (request.method() === 'POST') replayer = page;
    });
  }
  network.online();
  await expect.poll(() => rule.met, { timeout: 330_000 }).toBe(1);
  const survivor = replayer === ada.page ? second.page : ada.page;
  await killTab(replayer);
  await expect.poll(async () => colasIn(await server.serverState()), { timeout: 330_000 }).toEqual([1, 2, 3]);
  await expectWaiting(survivor, 0);
});
