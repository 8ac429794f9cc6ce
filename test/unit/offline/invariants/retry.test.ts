// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  connectivityChanged,
  replayStarted,
  retryTimerFired,
  serverReachable,
  syncRequested,
  windowFocused,
} from '../../../../src/offline/actions';
import { ENTRY_VERSION } from '../../../../src/offline/storage/entryMigrations';
import type { NetworkFault } from '../../../support/app/faultyNetwork';
import { textResponse } from '../../../support/app/faultyNetwork';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

/** When each try of a write left the device, ms since the first. */
function triesOf({ device }: QueueFixture): number[] {
  const at: number[] = [];
  device.network.onWire = (moment, { method }) => {
    if (moment === 'sent' && method !== 'GET') at.push(device.clock.elapsed);
  };
  return at;
}

it('23 while a retriable entry waits, the next try comes 2 s to 5 min after the last, with a growing delay', async () => {
  const fixture = await setUp();
  const { device, work, deliveryRows } = fixture;
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = Array.from({ length: 12 }, () => 'status500' as const);
  const tries = triesOf(fixture);
  await device.setOnline(true);
  await device.clock.advance(60 * MINUTE_MS);
  expect(tries).toHaveLength(13);
  const gaps = tries.slice(1).map((at, n) => at - (tries[n] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(5 * MINUTE_MS);
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  expect(await deliveryRows()).toHaveLength(1);
});

it('23 a Retry-After is obeyed by every deferrable trigger', async () => {
  const fixture = await setUp();
  const { device, tab, work, deliveryRows } = fixture;
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['status429'];
  const tries = triesOf(fixture);
  await device.setOnline(true);
  await device.clock.advance(15_000);
  for (const trigger of [windowFocused(), serverReachable(), retryTimerFired()]) tab.store.dispatch(trigger);
  await device.clock.advance(14_998);
  expect(tries).toHaveLength(1);
  await device.clock.advance(2 * MINUTE_MS);
  expect(tries).toHaveLength(2);
  expect(await deliveryRows()).toHaveLength(1);
});

it('23 a change queued while the browser says online is sent by the timer', async () => {
  const { device, work, deliveryRows } = await setUp();
  device.network.faults = ['dropBefore'];
  expect((await work.deliver(0)).result?.queued).toBeDefined();
  expect(await deliveryRows()).toEqual([]);
  await device.clock.advance(10_000);
  expect(await deliveryRows()).toHaveLength(1);
});

it('23 an app opened without a signal sends by the timer, without an online event', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  tab.kill();
  await device.open();
  device.network.online = true;
  await device.clock.advance(5 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('23 a server that was down for 20 minutes gets everything within one backoff period', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.online = false;
  for (let box = 0; box < 4; box += 1) await work.deliver(box);
  await device.clock.advance(20 * MINUTE_MS);
  expect(tab.store.getState().connectivity.online).toBe(true);
  expect(device.entries()).toHaveLength(4);
  device.network.online = true;
  await device.clock.advance(5 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(4);
  expect(device.entries()).toEqual([]);
});

describe('24 tried again by the timer', () => {
  const byTimer: NetworkFault[] = ['dropBefore', 'hangBefore', 'status409', 'status429', 'status500', 'html502'];

  it.each(byTimer)('24 after %s', async (fault) => {
    const { device, work, deliveryRows } = await setUp();
    await device.setOnline(false);
    await work.deliver(0);
    device.network.faults = [fault];
    await device.setOnline(true);
    await device.clock.advance(2 * MINUTE_MS);
    expect(device.network.requests).toBe(2);
    expect(await deliveryRows()).toHaveLength(1);
  });
});

describe('24 any other 4xx is retried at each trigger, not by the timer', () => {
  const refusals: [NetworkFault, string, (fixture: QueueFixture) => Promise<unknown>][] = [
    ['status403', 'online', ({ device }) => device.setOnline(true)],
    ['status413', 'start', ({ device }) => device.open()],
    [
      'status422',
      'syncNow',
      async ({ tab, device }) => {
        tab.store.dispatch(syncRequested({}));
        await device.clock.settle();
      },
    ],
  ];

  it.each(refusals)('24 after %s by: %s', async (fault, _trigger, pull) => {
    const fixture = await setUp();
    const { device, work, deliveryRows } = fixture;
    await device.setOnline(false);
    await work.deliver(0);
    device.network.faults = [fault];
    await device.setOnline(true);
    await device.clock.advance(11 * MINUTE_MS);
    expect(device.network.requests).toBe(1);
    expect(device.states()).toMatchObject([{ state: 'refused' }]);
    await pull(fixture);
    expect(device.network.requests).toBe(2);
    expect(await deliveryRows()).toHaveLength(1);
  });
});

it.each<[string, () => Response]>([
  ['404 in text', () => textResponse(404, 'default backend - 404', 'text/plain')],
  ['404 without a body', () => textResponse(404, '', 'text/plain')],
  ['403 in text', () => textResponse(403, 'RBAC: access denied', 'text/plain')],
  ['404 in JSON', () => textResponse(404, '{"message":"no Route matched"}', 'application/json')],
  ['the default 404 of a framework', () => Response.json({ error: 'Not Found', statusCode: 404 }, { status: 404 })],
  ['the default 403 of a framework', () => Response.json({ error: 'Forbidden' }, { status: 403 })],
])('24 the timer sends what a gateway refused for a minute with %s', async (_, respond) => {
  const { device, work, openVisit, deliveryRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  for (let n = 0; n < 4; n += 1) await work.deliver(n, visit);
  device.network.gateway = respond;
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(device.states().map(({ state }) => state)).toContain('refused');
  device.network.gateway = () => null;
  await device.clock.advance(10 * 60_000);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(4);
});

it.each<[string, (record: object) => object]>([
  ['a newer build saved', (record) => ({ ...record, v: ENTRY_VERSION + 1 })],
  ['cannot be read', (record) => ({ ...record, ts: 'damaged' })],
])('23 passes become rare while everything waits for an entry that %s', async (_, change) => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  const start = (await work.startVisit()).result;
  await work.deliver(0, start?.id);
  tab.kill();
  const record = device.entries()[0] as { id: string };
  device.disk.durable.get('entries')?.set(record.id, change(record) as { id: string });
  device.network.online = true;
  await device.open();
  await device.clock.advance(60_000);
  let passes = 0;
  device.onAction = (action) => {
    passes += Number(replayStarted.match(action));
  };
  await device.clock.advance(10 * 60_000);
  expect(passes).toBeGreaterThan(0);
  expect(passes).toBeLessThan(20);
});

it('24 a pass that runs serves a focus of the window: no other pass follows', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  let passes = 0;
  let wasReplaying = false;
  tab.store.subscribe(() => {
    const { replaying } = tab.store.getState().queue;
    if (replaying && !wasReplaying) passes += 1;
    wasReplaying = replaying;
  });
  device.network.faults = ['delay'];
  await device.setOnline(true);
  tab.store.dispatch(windowFocused());
  await device.clock.advance(20_000);
  expect(device.entries()).toEqual([]);
  expect(passes).toBe(1);
});

it('23 a change is sent when the browser reports no connection although there is one, and the next one at once', async () => {
  const { device, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  device.network.online = true;
  await work.deliver(0);
  expect(device.entries()).toHaveLength(1);
  await device.clock.advance(5 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(1);
  await work.deliver(1);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(2);
});

it('23 the response to a try that was on its way at the offline event shows that the server is reachable', async () => {
  const { device, tab, work } = await setUp();
  device.network.responseMs = 1_000;
  const pressed = await work.deliver(0);
  tab.store.dispatch(connectivityChanged({ online: false }));
  await device.clock.advance(2_000);
  expect(pressed.result?.queued).toBeUndefined();
  expect(tab.store.getState().queue.reachable).toBe(true);
});
