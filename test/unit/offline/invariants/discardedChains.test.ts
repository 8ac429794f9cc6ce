// @vitest-environment node
import { expect, it } from 'vitest';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it('34 a chain of which another tab has just discarded a part is discarded', async () => {
  const { device, tab, work, visitRows, deliveryRows } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  await work.deliver(0, visit);
  await work.deliver(1, visit);
  const ids = device.entries().map(({ id }) => id);
  const second = await device.open();
  await second.store.dispatch(discardEntries(ids.slice(2), false));
  expect(await tab.store.dispatch(discardEntries(ids, false))).toBe('done');
  expect(device.entries()).toEqual([]);
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect([await visitRows(), await deliveryRows()]).toEqual([[], []]);
});
