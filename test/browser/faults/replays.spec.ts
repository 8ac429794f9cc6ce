import { ADA, NORTH } from '../fixture/fixtures';
import { colas, colasIn } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { type Fault, faults, refusal } from '../proxy/faults';
import { everything, isWrite, mentioning } from '../proxy/seenRequests';
import { expectSynced, expectWaiting, readyForNoSignal } from '../rep/outbox';
import { covers } from './covers';

/** What a pass over the waiting changes meets on its way. */

const MARKS = [1, 2, 3];
/** Only the delivery of so many colas says so. */
const quantity = (mark: number) => `"quantity":${mark},`;

test('a refused entry among accepted ones: the others arrive, and it stays with its reason', {
  ...covers('opencrvs-core#2576', 'cht-core#11306'),
}, async ({ ada, network, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  for (const mark of MARKS) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  const rule = network.meet(mentioning(isWrite, quantity(2)), refusal(422, 'This item is not sold any more.'));
  await signal.regain();
  await expectSynced(ada.page, 2);
  await expectWaiting(ada.page, 1);
  expect(colasIn(await server.serverState())).toEqual([1, 3]);
  await ada.page.getByRole('link', { name: '1 not sent' }).first().click();
  await expect(ada.page.getByText('This item is not sold any more.')).toBeVisible();

  rule.remove();
  await ada.page.reload();
  await expectWaiting(ada.page, 0);
  expect(colasIn(await server.serverState())).toEqual(MARKS);
});

const passing: { name: string; fault: Fault }[] = [
  { name: 'dropped before commit', fault: faults.dropBefore },
  { name: 'dropped after commit', fault: faults.dropAfter },
  { name: '500', fault: faults.serverError },
  { name: '502 HTML', fault: faults.badGateway },
  { name: '200 HTML', fault: faults.captivePortal },
  { name: 'cut body', fault: faults.cutBody },
  { name: 'duplicate', fault: faults.duplicate },
  { name: '403', fault: refusal(403, 'Not now.') },
  { name: '409 in progress', fault: refusal(409, 'This change is being saved right now.', { 'retry-after': '1' }) },
  { name: '413', fault: refusal(413, 'Too large.') },
  { name: '429', fault: refusal(429, 'Slow down.', { 'retry-after': '1' }) },
];

test('a replay that meets a fault twice ends with each change once, whatever the fault', { tag: '@full' }, async ({
  ada,
  network,
  server,
  signal,
}) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  const sent: number[] = [];
  for (const [at, { name, fault }] of passing.entries()) {
    await test.step(name, async () => {
      await signal.lose();
      const marks = MARKS.map((mark) => at * MARKS.length + mark);
      for (const mark of marks) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
      const rule = network.meet(isWrite, fault, { times: 2 });
      await signal.regain();
      await expect.poll(() => rule.met, { timeout: 90_000 }).toBe(2);
      await signal.lose();
      await signal.regain();
      await expectWaiting(ada.page, 0);
      sent.push(...marks);
      expect(colasIn(await server.serverState())).toEqual(sent);
    });
  }
});

test('500 on a first try: the response is shown, the form stays, and another press makes one change', {
  tag: '@full',
}, async ({ ada, network, server }) => {
  await ada.signIn(ADA);
  network.meet(isWrite, faults.serverError, { times: 1 });
  await ada.fillDelivery(NORTH.name, 'Box 1', colas(3));
  await ada.page.getByRole('button', { name: 'Submit box' }).click();
  await expect(ada.page.getByText(/^Request failed \(500\): /)).toBeVisible();
  await expectWaiting(ada.page, 0);
  expect(await ada.submitBox()).toBe('sent');
  expect(colasIn(await server.serverState())).toEqual([3]);
  const keys = network.seen.filter(isWrite).map((request) => request.idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('flapping: a signal that comes and goes sends each change once, in its order', {
  tag: '@full',
  ...covers('LiteFarm#4022'),
}, async ({ ada, network, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  const marks = Array.from({ length: 12 }, (_, index) => index + 1);
  for (const mark of marks) await ada.deliver(NORTH.name, 'Box 1', colas(mark));
  network.meet(isWrite, { kind: 'delay', ms: 60 });
  for (let flap = 0; flap < 12; flap++) {
    await signal.regain();
    await ada.page.waitForTimeout(40 + 25 * flap);
    await signal.lose();
  }
  network.heal();
  await signal.regain();
  await expectWaiting(ada.page, 0);
  const serverState = await server.serverState();
  expect(serverState.loose.map(({ lines }) => lines[0]?.quantity)).toEqual(marks);
});

test('navigator.onLine lies: with the server away and the browser online, everything is sent by itself once the server is back', {
  tag: '@full',
  ...covers('enketo#1180', 'enketo#1140'),
}, async ({ ada, server }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await server.stop();
  for (const mark of MARKS) expect(await ada.deliver(NORTH.name, 'Box 1', colas(mark))).toBe('saved locally');
  expect(await ada.page.evaluate(() => navigator.onLine)).toBe(true);
  await server.start();
  await expect.poll(async () => colasIn(await server.serverState()), { timeout: 120_000 }).toEqual(MARKS);
  await expectWaiting(ada.page, 0);
});

test('captive portal: the app opens, takes no page of the portal for a response, and sends the change later', {
  ...covers('opencrvs-core#7005'),
}, async ({ ada, network, server, signal }) => {
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  const portal = network.meet(everything, faults.captivePortal);
  await ada.page.reload();
  await expect(
    ada.page
      .getByText('Hi, ')
      .or(ada.page.getByRole('button', { name: 'Open menu' }))
      .first(),
  ).toBeVisible();
  expect(await ada.deliver(NORTH.name, 'Box 1', colas(3))).toBe('saved locally');
  await expectWaiting(ada.page, 1);
  portal.remove();
  await signal.lose();
  await signal.regain();
  await expectWaiting(ada.page, 0);
  expect(colasIn(await server.serverState())).toEqual([3]);
});
