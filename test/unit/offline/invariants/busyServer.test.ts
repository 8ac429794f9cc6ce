// @vitest-environment node
import { expect, it } from 'vitest';
import { authApi } from '../../../../src/api/authApi';
import { syncRequested, windowFocused } from '../../../../src/offline/actions';
import { textResponse } from '../../../support/app/faultyNetwork';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DELIVERIES = 30;

/** Thirty deliveries wait; the server says 503 with `Retry-After: 60` to the first that comes. */
async function pausedFixture(): Promise<QueueFixture> {
  const fixture = await setUp();
  await fixture.device.setOnline(false);
  for (let n = 0; n < DELIVERIES; n += 1) await fixture.work.deliver(n % 4);
  fixture.device.network.faults = ['status503'];
  await fixture.device.setOnline(true);
  return fixture;
}

/** Requests of any kind that left since the first: writes, and health calls among the reads. */
function requestsOf({ device }: QueueFixture): string[] {
  const requests: string[] = [];
  device.network.onWire = (moment, { method, path }) => {
    if (moment === 'sent' && (method !== 'GET' || path === '/health')) requests.push(`${method} ${path}`);
  };
  return requests;
}

it('35 a Retry-After is obeyed through connection changes and focus, and then everything is sent', async () => {
  const fixture = await pausedFixture();
  const { device, tab, deliveryRows } = fixture;
  expect(device.network.requests).toBe(1);
  const requests = requestsOf(fixture);
  for (let flap = 0; flap < 5; flap += 1) {
    await device.setOnline(false);
    await device.setOnline(true);
    tab.store.dispatch(windowFocused());
    await device.clock.advance(10 * SECOND_MS);
  }
  expect(requests).toEqual([]);
  await device.clock.advance(15 * SECOND_MS);
  expect(await deliveryRows()).toHaveLength(DELIVERIES);
  expect(device.network.requests).toBe(1 + DELIVERIES);
});

it('35 all tabs of the device obey a Retry-After, those opened meanwhile too', async () => {
  const fixture = await setUp();
  const { device, work } = fixture;
  const others = [await device.open(), await device.open(), await device.open()];
  await device.setOnline(false);
  for (let n = 0; n < DELIVERIES; n += 1) await work.deliver(n % 4);
  device.network.faults = ['status503'];
  await device.setOnline(true);
  const late = await device.open();
  await device.clock.advance(10 * SECOND_MS);
  for (const one of [...others, late]) one.store.dispatch(windowFocused());
  await device.clock.advance(40 * SECOND_MS);
  expect(device.network.requests).toBe(1);
  await device.clock.advance(MINUTE_MS);
  expect(device.network.requests).toBe(1 + DELIVERIES);
});

it('35 a Retry-After is obeyed when the disk cannot store the try that got it', async () => {
  const fixture = await setUp();
  const { device, work } = fixture;
  await device.setOnline(false);
  for (let n = 0; n < DELIVERIES; n += 1) await work.deliver(n % 4);
  device.network.faults = ['status503'];
  device.network.onWire = (moment, { path }) => {
    if (moment === 'responded' && path === '/deliveries') device.disk.isFull = true;
  };
  await device.setOnline(true);
  await device.clock.advance(SECOND_MS);
  const requests = requestsOf(fixture);
  expect(device.disk.isFull).toBe(true);
  device.disk.isFull = false;
  await device.clock.advance(50 * SECOND_MS);
  expect(requests).toEqual([]);
});

it('35 the user’s Sync now ignores the Retry-After and sends everything', async () => {
  const fixture = await pausedFixture();
  const { device, tab, deliveryRows } = fixture;
  await device.clock.advance(3 * SECOND_MS);
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  expect(await deliveryRows()).toHaveLength(DELIVERIES);
});

it.each([false, true])(
  '35 Try again of one entry during a Retry-After sends that one alone (a pass waits: %s)',
  async (isAnotherWaiting) => {
    const fixture = await pausedFixture();
    const { device, tab, deliveryRows } = fixture;
    await device.clock.advance(3 * SECOND_MS);
    if (isAnotherWaiting) await device.setOnline(false);
    if (isAnotherWaiting) await device.setOnline(true);
    tab.store.dispatch(syncRequested({ only: device.entries().at(-1)?.id ?? '' }));
    await device.clock.advance(30 * SECOND_MS);
    expect(await deliveryRows()).toHaveLength(1);
    const late = await device.open();
    late.store.dispatch(windowFocused());
    await device.clock.advance(10 * SECOND_MS);
    expect(await deliveryRows()).toHaveLength(1);
    await device.clock.advance(MINUTE_MS);
    expect(await deliveryRows()).toHaveLength(DELIVERIES);
  },
);

it('35 a limit on the tries of a sign-in does not pause the queue', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.faults = ['status429'];
  void tab.store.dispatch(authApi.endpoints.login.initiate({ email: 'bo@example.com', password: 'mistyped' }));
  await device.clock.settle();
  await device.setOnline(false);
  await work.deliver(0);
  await device.setOnline(true);
  await device.clock.advance(3 * SECOND_MS);
  expect(await deliveryRows()).toHaveLength(1);
});

it('35 a server that responds only with 5xx gets two tries a pass, with a growing delay, and every entry is tried', async () => {
  const fixture = await setUp();
  const { device, work, deliveryRows } = fixture;
  await device.setOnline(false);
  for (let n = 0; n < DELIVERIES; n += 1) await work.deliver(n % 4);
  const tried = new Set<string>();
  const times: number[] = [];
  let isDown = true;
  device.network.onWire = (moment, { method, key }) => {
    if (moment !== 'sent' || method === 'GET') return;
    tried.add(key);
    times.push(device.clock.elapsed);
    if (isDown) device.network.faults = ['status500'];
  };
  await device.setOnline(true);
  expect(times).toHaveLength(2);
  await device.clock.advance(10 * SECOND_MS);
  expect(times.length).toBeLessThanOrEqual(2 * 3);
  await device.clock.advance(60 * MINUTE_MS);
  const passes = new Set(times).size;
  expect(times.length).toBeLessThanOrEqual(2 * passes);
  expect(passes).toBeLessThanOrEqual(30);
  expect(tried.size).toBeGreaterThanOrEqual(DELIVERIES);
  isDown = false;
  device.network.faults = [];
  await device.clock.advance(10 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(DELIVERIES);
});

it('35 a refused entry is retried once each time the device goes online, however many tabs it has', async () => {
  const { device, work } = await setUp();
  await device.open();
  await device.open();
  await device.setOnline(false);
  await work.deliver(0, 'no-such-visit');
  device.network.bytesPerMs = 10;
  await device.setOnline(true);
  await device.clock.advance(10 * SECOND_MS);
  expect(device.network.requests).toBe(1);
  await device.setOnline(false);
  await device.setOnline(true);
  await device.clock.advance(10 * SECOND_MS);
  expect(device.network.requests).toBe(2);
});

it.each(['its', 'another'])(
  '35 a running pass ends when the server asks a call of %s tab for a pause',
  async (which) => {
    const { device, work, workIn, deliveryRows } = await setUp();
    const second = await device.open();
    await device.setOnline(false);
    for (let n = 0; n < DELIVERIES; n += 1) await work.deliver(n % 4);
    // The first entry of the pass takes 4 s. The form that is submitted meanwhile gets a Retry-After of 60 s.
    device.network.faults = ['delay', 'status503'];
    await device.setOnline(true);
    await (which === 'its' ? work : workIn(second)).deliver(0);
    await device.clock.advance(30 * SECOND_MS);
    expect(device.network.requests).toBe(2);
    await device.clock.advance(2 * MINUTE_MS);
    expect(await deliveryRows()).toHaveLength(DELIVERIES);
  },
);

it.each(['a call of the pass', 'another call'])(
  '35 going online tries refused entries after the pause that %s was asked for',
  async (which) => {
    const { device, work, deliveryRows } = await setUp();
    await device.setOnline(false);
    for (let n = 0; n < 4; n += 1) await work.deliver(n);
    device.network.faults = Array.from({ length: 4 }, () => 'status422' as const);
    await device.setOnline(true);
    await device.clock.advance(MINUTE_MS);
    expect(device.states().map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'refused'));
    await device.setOnline(false);
    await device.clock.advance(MINUTE_MS);
    device.network.faults = which === 'another call' ? ['delay', 'status503'] : ['status503'];
    await device.setOnline(true);
    if (which === 'another call') await work.deliver(0);
    await device.clock.advance(10 * MINUTE_MS);
    expect(device.entries()).toEqual([]);
    expect(await deliveryRows()).not.toEqual([]);
  },
);

it.each([
  ['500 in text', 500],
  ['404 in text', 404],
  ['413 in text', 413],
  ['408 in text', 408],
  ['425 in text', 425],
  ['200 in text', 200],
])('35 a gateway that responds to every write with %s gets few requests', async (_, status) => {
  const { device, work } = await setUp();
  await device.setOnline(false);
  for (let n = 0; n < 10; n += 1) await work.deliver(n % 4);
  let requests = 0;
  device.network.gateway = ({ method }) => {
    if (method === 'GET') return null;
    requests += 1;
    return textResponse(status, 'default backend', 'text/plain');
  };
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(requests).toBeLessThanOrEqual(6);
  await device.clock.advance(60 * 60_000);
  expect(requests).toBeLessThanOrEqual(70);
});

it('35 two tabs pause between the repeats of a write that gets a 401 in a valid session', async () => {
  const { device, work } = await setUp();
  await device.open();
  await device.setOnline(false);
  await work.deliver(0);
  const sent: string[] = [];
  device.network.onWire = (moment, { method, path }) => {
    if (moment === 'sent') sent.push(`${method} ${path}`);
  };
  device.network.gateway = ({ method, path }) =>
    method === 'POST' && path === '/deliveries' ? Response.json({ error: 'Sign in first.' }, { status: 401 }) : null;
  await device.setOnline(true);
  await device.clock.advance(10 * 60_000);
  const writes = sent.filter((request) => request === 'POST /deliveries');
  expect(writes.length).toBeLessThan(30);
});
