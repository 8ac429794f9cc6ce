// @vitest-environment node
import { expect, it } from 'vitest';
import { locationsApi } from '../../../../src/api/locationsApi';
import { windowFocused } from '../../../../src/offline/actions';
import { selectBlockers } from '../../../../src/offline/queueSlice';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

/** So slow that a delivery takes 6 to 12 s. */
const SLOW_BYTES_PER_MS = 0.03;

it('a save waits 4 s for a response, and then shows as saved locally', async () => {
  const { device, tab, work } = await setUp();
  device.network.faults = ['hangBefore'];
  const pressed = await work.deliver(0);
  await device.clock.advance(3_999);
  expect(pressed.result).toBeNull();
  expect(tab.store.getState().queue.entries).toEqual([]);
  await device.clock.advance(1);
  expect(pressed.result?.queued).toBeDefined();
  expect(tab.store.getState().queue.entries).toMatchObject([{ state: 'waiting', mayHaveArrived: true }]);
});

it('a late success is reported as pushed, after one request', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.bytesPerMs = SLOW_BYTES_PER_MS;
  expect((await work.deliver(0)).result).toBeNull();
  await device.clock.advance(14_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.network.requests).toBe(1);
  expect(device.entries()).toEqual([]);
  expect(tab.store.getState().queue).toMatchObject({
    entries: [],
    lastReplay: { pushed: 1, refused: 0, remaining: 0 },
  });
});

it('a late 4xx refuses the entry with its reason, and reports 1 not sent', async () => {
  const { device, tab, work } = await setUp();
  device.network.bytesPerMs = SLOW_BYTES_PER_MS;
  device.network.faults = ['status422'];
  const pressed = await work.deliver(0);
  await device.clock.advance(14_000);
  expect(pressed.result?.queued).toBeDefined();
  const refused = { state: 'refused', attempts: 1, lastError: { status: 422 }, mayHaveArrived: false };
  expect(device.states()).toMatchObject([refused]);
  expect(tab.store.getState().queue).toMatchObject({ entries: [refused], lastReplay: { pushed: 0, refused: 1 } });
});

it('a late 5xx leaves the entry waiting, and the timer sends it again', async () => {
  const { device, work, deliveryRows } = await setUp();
  device.network.bytesPerMs = SLOW_BYTES_PER_MS;
  device.network.faults = ['status500'];
  await work.deliver(0);
  await device.clock.advance(14_000);
  expect(device.states()).toMatchObject([{ state: 'waiting', lastError: { status: 500 }, mayHaveArrived: true }]);
  device.network.bytesPerMs = null;
  await device.clock.advance(MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(1);
});

it('a pass skips an entry on its first try, and the entries that wait for it', async () => {
  const { device, tab, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  device.network.faults = ['hangBefore'];
  await work.deliver(0, visit);
  await device.clock.advance(4_000);
  await work.submit(visit);
  await work.deliver(1);
  const before = device.network.requests;
  await device.clock.advance(10_000);
  expect(device.writes.slice(1).map(({ body }) => body.visit)).toEqual([undefined]);
  expect(device.network.requests).toBe(before + 1);
  const [first, submit] = device.entries();
  expect(selectBlockers({ queue: tab.store.getState().queue }).get(submit?.id ?? '')).toBe(first?.id);
  expect(await visitRows()).toMatchObject([{ submittedAt: null }]);
  await device.clock.advance(2 * MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect((await visitRows())[0]?.submittedAt).not.toBeNull();
});

it('a write that waits for a first try of its tab is sent online after it', async () => {
  const { device, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  device.network.bytesPerMs = 0.1;
  const delivered = await work.deliver(0, visit);
  const submitted = await work.submit(visit);
  await device.clock.advance(3_900);
  expect([delivered, submitted].map(({ result }) => result?.queued)).toEqual([undefined, undefined]);
  expect(submitted.result?.id).toBe(visit);
  expect(device.writes.slice(1).map(({ path }) => path)).toEqual(['/deliveries', `/visits/${visit}/submit`]);
  expect((await visitRows())[0]?.submittedAt).not.toBeNull();
});

it.each(['dropBefore', 'hangBefore'] as const)('after %s further saves are local at once', async (fault) => {
  const { device, work } = await setUp();
  device.network.faults = [fault];
  await work.deliver(0);
  await device.clock.advance(fault === 'hangBefore' ? 4_000 : 0);
  const before = device.network.requests;
  expect((await work.deliver(1)).result?.queued).toBeDefined();
  expect(device.network.requests).toBe(before);
  expect(device.entries()[1]).toMatchObject({ firstTry: false });
});

it('a pass without an eligible entry leaves the server marked as unreachable', async () => {
  const { device, tab, work } = await setUp();
  device.network.online = false;
  await work.deliver(0);
  tab.store.dispatch(windowFocused());
  await device.clock.settle();
  expect(tab.store.getState().queue).toMatchObject({
    lastEnd: 'finished',
    reachable: false,
    entries: [{ attempts: 1 }],
  });
});

it('any response of the server marks it as reachable, and the next save is tried at once', async () => {
  const { device, tab, work } = await setUp();
  device.network.online = false;
  await work.deliver(0);
  device.network.online = true;
  await tab.store.dispatch(locationsApi.endpoints.listLocations.initiate({}, { forceRefetch: true }));
  expect(tab.store.getState().queue.reachable).toBe(true);
  const { result } = await work.deliver(1);
  expect([result?.id, result?.queued]).toEqual([expect.any(String), undefined]);
});
