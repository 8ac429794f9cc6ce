// @vitest-environment node
import { expect, it } from 'vitest';
import { syncRequested } from '../../../../src/offline/actions';
import type { NetworkFault } from '../../../support/app/faultyNetwork';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

const NOT_A_YES: NetworkFault[] = [
  'html200',
  'html403',
  'html502',
  'cutBody',
  'dropAfter',
  'hangAfter',
  'status500After',
];

it.each(NOT_A_YES)('38 nothing is reported as pushed, and no online save as done, after %s', async (fault) => {
  const { device, tab, work } = await setUp();
  const actions: string[] = [];
  device.network.faults = Array.from({ length: 20 }, () => fault);
  const online = await work.deliver(0);
  await device.clock.advance(4_000);
  expect(online.told?.queued ?? online.told?.failure).toBeDefined();
  await device.setOnline(false);
  await work.deliver(1);
  device.network.onWire = (moment, { path }) => actions.push(`${moment} ${path}`);
  await device.setOnline(true);
  tab.store.dispatch(syncRequested({}));
  await device.clock.advance(2_000);
  expect(actions.length).toBeGreaterThan(0);
  const { lastReplay, entries } = tab.store.getState().queue;
  expect(lastReplay?.pushed ?? 0).toBe(0);
  expect(entries.map(({ id }) => id)).toEqual(device.entries().map(({ id }) => id));
  expect(entries.length).toBeGreaterThan(0);
});

it('38 each change is reported as pushed once, by the pass or the first try that succeeded', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  let pushed = 0;
  const seen = new Set<unknown>();
  tab.store.subscribe(() => {
    const { lastReplay } = tab.store.getState().queue;
    if (lastReplay && !seen.has(lastReplay)) pushed += lastReplay.pushed;
    seen.add(lastReplay);
  });
  await device.setOnline(false);
  for (let n = 0; n < 8; n += 1) await work.deliver(n % 4);
  device.network.faults = ['dropAfter', 'status500After', 'cutBody', 'html200', 'status500'];
  await device.setOnline(true);
  await device.clock.advance(30 * 60_000);
  expect(await deliveryRows()).toHaveLength(8);
  expect(pushed).toBe(8);
});
