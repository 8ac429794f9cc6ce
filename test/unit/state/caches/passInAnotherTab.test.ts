// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { checkSession } from '../../../../src/state/session/session';
import { sessionEnded } from '../../../../src/state/slices/sessionSlice';
import { openVisits } from '../../../../src/state/visits/openVisits';
import type { Tab } from '../../../support/app/faultyDevice';
import { loseReads, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit } = visitsApi.endpoints;
const SECOND_MS = 1_000;

const openIn = ({ store }: Tab) => openVisits(store.getState()).map(({ _id }) => _id);

/**
 * A visit started and refilled offline, and submitted if `isSubmitted`. A pass of the first tab hangs after the start.
 */
async function passInTheMiddle(isSubmitted: boolean) {
  const fixture = await setUp();
  const { device, work } = fixture;
  const second = await device.open();
  await device.setOnline(false);
  const { id = '' } = (await work.startVisit()).result ?? {};
  await work.deliver(0, id);
  if (isSubmitted) await work.submit(id, 'first');
  await device.clock.advance(500);
  device.network.gateway = loseReads;
  device.network.onWire = (moment, { path, method }) => {
    if (moment === 'sent' && method === 'POST' && path === '/deliveries') device.network.faults = ['hangBefore'];
  };
  await device.setOnline(true);
  await device.clock.advance(3 * SECOND_MS);
  return { ...fixture, second };
}

it('a visit whose submit waits is not open in another tab while a pass is under way', async () => {
  const { tab, second, visitRows } = await passInTheMiddle(true);
  expect(await visitRows()).toHaveLength(1);
  expect([openIn(tab), openIn(second)]).toEqual([[], []]);
});

it('a visit that was started offline is shown once in another tab while a pass is under way', async () => {
  const { tab, second } = await passInTheMiddle(false);
  expect(openIn(tab)).toHaveLength(1);
  expect(openIn(second)).toEqual(openIn(tab));
});

it('Start Visit offline in another tab does not put new work into a visit whose submit waits', async () => {
  const { device, second, workIn, visitRows, deliveryRows } = await passInTheMiddle(true);
  device.network.onWire = () => undefined;
  await device.setOnline(false);
  const { id = '' } = (await workIn(second).startVisit()).result ?? {};
  await workIn(second).deliver(1, id);
  await workIn(second).submit(id, 'second');
  device.network.gateway = () => null;
  await device.clock.advance(60 * SECOND_MS);
  await device.setOnline(true);
  await device.clock.advance(120 * SECOND_MS);
  expect(device.entries()).toEqual([]);
  expect((await visitRows()).map(({ note }) => note).sort()).toEqual(['first', 'second']);
  expect(new Set((await deliveryRows()).map(({ visitId }) => visitId)).size).toBe(2);
});

it('a tab whose session ended, but not its caches, knows what another tab of the same user sends', async () => {
  const { device, tab, work, openVisit, workIn } = await setUp();
  const second = await device.open();
  const visit = await openVisit();
  for (const { store } of [tab, second]) await store.dispatch(getVisit.initiate(visit, { subscribe: false }));
  second.store.dispatch(sessionEnded());
  device.network.gateway = (request) => (request.path === '/auth/me' ? null : loseReads(request));
  await work.submit(visit);
  await device.clock.advance(100);
  await second.store.dispatch(checkSession());
  await device.setOnline(false);
  expect((await workIn(second).startVisit()).result?.id).not.toBe(visit);
});
