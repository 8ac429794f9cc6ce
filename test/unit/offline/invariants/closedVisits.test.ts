// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { resolutionOf } from '../../../../src/state/outbox/resolution';
import { openVisits } from '../../../../src/state/visits/openVisits';
import { textResponse } from '../../../support/app/faultyNetwork';
import { loseReads, type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it.each([
  ['a submit', ({ work }: QueueFixture, visit: string) => work.submit(visit, 'mine')],
  ['a delivery', ({ work }: QueueFixture, visit: string) => work.deliver(0, visit)],
])('36 Start Visit offline does not continue a visit that the refusal of %s calls submitted', async (_, change) => {
  const fixture = await setUp();
  const { device, tab, rep, work, openVisit } = fixture;
  const visit = await openVisit();
  await tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { subscribe: false }));
  await device.setOnline(false);
  await change(fixture, visit);
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
  await device.setOnline(false);
  expect(openVisits(tab.store.getState())).toEqual([]);
  expect((await work.startVisit()).result?.queued).toBeDefined();
});

it('36 Start Visit offline does not continue a visit that a discarded refusal has called submitted', async () => {
  const { device, tab, rep, work, openVisit } = await setUp();
  const visit = await openVisit();
  await tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { subscribe: false }));
  await device.setOnline(false);
  await work.submit(visit, 'mine');
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  const second = await device.open();
  device.network.gateway = loseReads;
  await device.setOnline(true);
  await tab.store.dispatch(discardEntries([device.entries()[0]?.id ?? ''], true));
  await device.setOnline(false);
  const third = await device.open();
  for (const { store } of [tab, second, third]) expect(openVisits(store.getState())).toEqual([]);
  expect((await work.startVisit()).result?.queued).toBeDefined();
});

it('36 Start Visit offline does not continue a visit that the refusal of a form has called submitted', async () => {
  const { device, tab, rep, work, openVisit } = await setUp();
  const visit = await openVisit();
  await tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { subscribe: false }));
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  device.network.gateway = loseReads;
  expect((await work.deliver(0, visit)).result?.failure).toMatchObject({ status: 409 });
  await device.setOnline(false);
  expect((await work.startVisit()).result?.queued).toBeDefined();
});

it('36 a read from before the refusal of a form does not open the visit again', async () => {
  const { device, tab, rep, work, openVisit } = await setUp();
  const visit = await openVisit();
  await tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { subscribe: false }));
  device.network.readResponseMs = 3_000;
  void tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { subscribe: false, forceRefetch: true }));
  await device.clock.advance(1);
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  expect((await work.deliver(0, visit)).result?.failure).toMatchObject({ status: 409 });
  await device.clock.advance(4_000);
  await device.setOnline(false);
  expect(openVisits(tab.store.getState())).toEqual([]);
});

it('16 a submit that is recorded already does not wait for a delivery that its visit refused', async () => {
  const { device, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  device.network.faults = ['dropAfter'];
  await work.submit(visit, 'mine');
  await device.setOnline(false);
  await work.deliver(0, visit);
  expect(device.entries()).toHaveLength(2);
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(await visitRows()).toMatchObject([{ note: 'mine', submittedAt: expect.any(Date) }]);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
});

it('36 the 404 of a gateway closes no visit: its delivery is not offered to a new one, and is sent into it later', async () => {
  const { device, tab, work, openVisit, deliveryRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.deliver(0, visit);
  await work.submit(visit);
  let isDown = true;
  device.network.gateway = ({ method }) =>
    isDown && method !== 'GET' ? textResponse(404, '404 page not found', 'text/plain') : null;
  await device.setOnline(true);
  const state = tab.store.getState();
  const [delivery] = state.queue.entries;
  expect(delivery).toMatchObject({ state: 'refused', lastError: { status: 404 } });
  expect(delivery && resolutionOf(state, delivery)).toBeNull();
  isDown = false;
  await device.clock.advance(10 * 60_000);
  expect(await deliveryRows()).toMatchObject([{ visitId: visit }]);
});
