// @vitest-environment node
import { expect, it } from 'vitest';
import { authApi } from '../../../../src/api/authApi';
import { connectivityChanged, retryTimerFired, syncRequested } from '../../../../src/offline/actions';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { deliveryBody } from '../../../support/server/aStockedLocation';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

/** Entries wait, and the server has asked for a pause of a minute. */
async function aPause() {
  const fixture = await setUp();
  const { device, work, tab } = fixture;
  await device.setOnline(false);
  for (let box = 0; box < 4; box += 1) await work.deliver(box);
  const ids = device.entries().map(({ id }) => id);
  device.network.faults = ['status503'];
  await device.setOnline(true);
  await device.clock.advance(3_000);
  const sent: number[] = [];
  device.network.onWire = (moment, { key, method }) => {
    if (moment === 'sent' && method === 'POST') sent.push(ids.indexOf(key));
  };
  const timers = { fired: 0 };
  device.onAction = (action) => {
    if (!retryTimerFired.match(action)) return;
    timers.fired += 1;
    // Ends an endless loop.
    if (timers.fired === 100) tab.freeze();
  };
  const send = (at: number) => void tab.store.dispatch(syncRequested({ only: ids[at] ?? '' }));
  return { ...fixture, sent, timers, send };
}

const advance = ({ device }: QueueFixture, ms: number) => device.clock.advance(ms);

it('35 a second Sync now within two seconds of the first, while the server asks for a pause, is sent after two seconds', async () => {
  const at = await aPause();
  at.device.network.faults = ['status503', 'status503'];
  at.tab.store.dispatch(syncRequested({}));
  await advance(at, 1_000);
  at.tab.store.dispatch(syncRequested({}));
  await advance(at, 10_000);
  expect(at.timers.fired).toBeLessThan(10);
  expect(at.sent).toHaveLength(2);
});

it('35 a second entry that a person sends within two seconds of the first, during a pause, is sent alone', async () => {
  const at = await aPause();
  at.send(3);
  await advance(at, 1_000);
  at.send(2);
  await advance(at, 10_000);
  expect(at.timers.fired).toBeLessThan(10);
  expect(at.sent).toEqual([3, 2]);
});

it('35 the same when the browser reports a connection in between', async () => {
  const at = await aPause();
  at.device.network.bytesPerMs = 0.1;
  at.send(3);
  await advance(at, 500);
  at.tab.store.dispatch(connectivityChanged({ online: true }));
  at.send(2);
  await advance(at, 20_000);
  expect(at.timers.fired).toBeLessThan(10);
  expect(at.sent).toEqual([3, 2]);
});

it('35 a discard of several changes, of which the server has recorded one, sends that one alone', async () => {
  const at = await aPause();
  const [recorded = '', other = ''] = at.device.entries().map(({ id }) => id);
  await at.rep.post('/api/deliveries', deliveryBody(at.location, 0), { 'Idempotency-Key': recorded });
  expect(await at.tab.store.dispatch(discardEntries([recorded, other], false))).toBe('recorded');
  await advance(at, 10_000);
  expect(at.sent).toEqual([0]);
});

it('23 a clock set back by a moment does not end the wait for a Retry-After', async () => {
  const { device, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['status429'];
  await device.setOnline(true);
  device.clock.skew -= 5_000;
  await device.clock.advance(34_000);
  expect(await deliveryRows()).toEqual([]);
  await device.clock.advance(5 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(1);
});

it('23 a clock set back while a pass stores its Retry-After does not make the wait longer', async () => {
  const { device, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['status503'];
  device.disk.onCommit = (moment, written) => {
    const isPass = written.some((one) => one.startsWith('put meta pass'));
    if (moment === 'after' && isPass && device.network.requests > 0 && device.clock.skew === 0)
      device.clock.skew = -10 * MINUTE_MS;
  };
  await device.setOnline(true);
  expect(device.clock.skew).toBeLessThan(0);
  await device.clock.advance(2 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(1);
});

it('23 a clock that is set back between two tries by less than the delay makes no wait longer', async () => {
  const { device, work, deliveryRows } = await setUp();
  device.network.online = false;
  for (let box = 0; box < 2; box += 1) await work.deliver(box);
  await device.clock.advance(20 * MINUTE_MS);
  device.clock.skew -= 2 * MINUTE_MS;
  device.network.online = true;
  // The longest delay is 151 s, because `random()` is 0.5.
  const waits = device.states().map(({ nextTryAt }) => nextTryAt - device.clock.now());
  expect(Math.max(...waits)).toBeGreaterThan(155_000);
  await device.clock.advance(155_000);
  expect(await deliveryRows()).toHaveLength(2);
});

it('35 a tab that is opened later obeys a Retry-After that a read of another tab got', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.gateway = () => new Response('{}', { status: 503, headers: { 'Retry-After': '60' } });
  await tab.store.dispatch(authApi.endpoints.getMe.initiate(undefined, { forceRefetch: true, subscribe: false }));
  device.network.gateway = () => null;
  device.network.faults = ['dropBefore'];
  await work.deliver(0);
  tab.kill();
  await device.open();
  await device.clock.advance(50_000);
  expect(device.network.requests).toBe(1);
  await device.clock.advance(MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(1);
});
