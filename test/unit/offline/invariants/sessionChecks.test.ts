// @vitest-environment node
import { expect, it } from 'vitest';
import { serverBusy } from '../../../../src/offline/actions';
import { pauseFrom } from '../../../../src/offline/storage/queueRecords';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Reopens the app with a waiting change and an unconfirmed session. Counts the session checks. */
async function unconfirmed() {
  const fixture = await setUp();
  const { device, tab, work } = fixture;
  await device.setOnline(false);
  await work.deliver(0);
  tab.kill();
  let checks = 0;
  device.network.onWire = (moment, { path }) => {
    if (moment === 'sent' && path === '/auth/me') checks += 1;
  };
  const later = await device.open();
  return { ...fixture, later, checks: () => checks };
}

it('35 the session check is repeated with a growing delay while the server is unreachable', async () => {
  const { device, checks, deliveryRows } = await unconfirmed();
  await device.clock.advance(60 * MINUTE_MS);
  expect(checks()).toBeLessThanOrEqual(35);
  await device.setOnline(true);
  expect(await deliveryRows()).toHaveLength(1);
});

it('35 the session check waits for a Retry-After too', async () => {
  const { device, later, checks, deliveryRows } = await unconfirmed();
  const { journal, now } = later.store.dispatch((_dispatch, _getState, extra) => extra);
  await journal.storePause(pauseFrom(now(), 5 * MINUTE_MS));
  const before = checks();
  for (let flap = 0; flap < 4; flap += 1) {
    await device.setOnline(true);
    await device.clock.advance(MINUTE_MS);
  }
  expect(checks()).toBe(before);
  await device.clock.advance(2 * MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(1);
});

it('35 a pause that came during the session check holds back its tab, though the disk does not know it', async () => {
  const { device, later, deliveryRows } = await unconfirmed();
  const online = device.setOnline(true);
  later.store.dispatch(serverBusy(pauseFrom(device.clock.now(), MINUTE_MS)));
  await online;
  await device.clock.advance(50 * SECOND_MS);
  expect(await deliveryRows()).toHaveLength(0);
  await device.clock.advance(MINUTE_MS);
  expect(await deliveryRows()).toHaveLength(1);
});

it('23 a pause that began before the clock was set back lasts as long from now', async () => {
  const { device, later, deliveryRows } = await unconfirmed();
  later.store.dispatch(serverBusy(pauseFrom(device.clock.now() + 24 * 60 * MINUTE_MS, MINUTE_MS)));
  await device.setOnline(true);
  await device.clock.advance(50 * SECOND_MS);
  expect(await deliveryRows()).toHaveLength(0);
  await device.clock.advance(20 * SECOND_MS);
  expect(await deliveryRows()).toHaveLength(1);
});

it('35 a refused entry is tried once after a Retry-After, though two tabs have waited to check the session', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0, 'no-such-visit');
  tab.kill();
  const first = await device.open();
  await device.open();
  const { journal, now } = first.store.dispatch((_dispatch, _getState, extra) => extra);
  await journal.storePause(pauseFrom(now(), MINUTE_MS));
  await device.setOnline(true);
  await device.clock.advance(50 * SECOND_MS);
  expect(device.network.requests).toBe(0);
  await device.clock.advance(MINUTE_MS);
  expect(device.states()).toMatchObject([{ state: 'refused' }]);
  expect(device.network.requests).toBe(1);
});

it('35 a refused entry is tried once when two tabs start, though the second waits for the disk longer than for its session check', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0, 'no-such-visit');
  tab.kill();
  await device.setOnline(true);
  device.network.responseMs = 300;
  await device.open();
  expect(device.network.requests).toBe(1);
  device.disk.writeTakesMs = 900;
  void device.disk.open(() => true).transact('readwrite', ['states'], async () => undefined);
  device.network.readResponseMs = 400;
  await device.open();
  device.disk.writeTakesMs = 0;
  await device.clock.advance(10 * SECOND_MS);
  expect(device.states()).toMatchObject([{ state: 'refused', attempts: 1 }]);
  expect(device.network.requests).toBe(1);
});
