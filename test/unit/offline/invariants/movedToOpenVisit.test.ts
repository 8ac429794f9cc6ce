// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { moveToNewVisit, sendMine } from '../../../../src/state/outbox/refusedEntries';
import { resolutionOf } from '../../../../src/state/outbox/resolution';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit } = visitsApi.endpoints;

/** A visit whose delivery and further changes wait on the device. Meanwhile it was submitted on another device. */
async function atSubmittedVisit(change: (fixture: QueueFixture, visit: string) => Promise<unknown>) {
  const fixture = await setUp();
  const { device, tab, rep, work, openVisit } = fixture;
  const { dispatch, getState } = tab.store;
  const visit = await openVisit();
  void dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  await device.setOnline(false);
  const delivery = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await change(fixture, visit);
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.clock.advance(5_000);
  return {
    ...fixture,
    visit,
    delivery,
    move: () => dispatch(moveToNewVisit(delivery, true)),
    /** What the button of the refused delivery says that it moves. */
    moving: () => {
      const entry = getState().queue.entries.find(({ id }) => id === delivery);
      const resolution = entry && resolutionOf(getState(), entry);
      return resolution?.kind === 'move' ? resolution.moving.map(({ call }) => call) : [];
    },
    others: async () => (await fixture.visitRows()).filter(({ id }) => id !== visit),
  };
}

it('33 a moved change conflicts with the note of the open visit, and the next moved one is made over it', async () => {
  const { device, tab, rep, location, move, others, visitRows } = await atSubmittedVisit(async ({ work }, visit) => {
    await work.update(visit, { note: 'mine' });
    await work.update(visit, { note: 'mine, the second' });
  });
  const { _id: open } = (await rep.post('/api/visits', { location: location.locationId })).json() as { _id: string };
  await rep.patch(`/api/visits/${open}`, { note: 'Key is at the desk', outcome: 'partial' });
  void tab.store.dispatch(getVisit.initiate(open));
  await device.clock.settle();
  expect(await move()).toBe('done');
  await device.clock.advance(30_000);
  expect(await others()).toMatchObject([{ note: 'Key is at the desk' }]);
  const [refused, second] = tab.store.getState().queue.entries;
  expect(refused && resolutionOf(tab.store.getState(), refused)).toMatchObject({
    kind: 'conflict',
    theirs: { note: 'Key is at the desk' },
  });
  expect(second).toMatchObject({ over: refused?.id, lastError: null });
  await tab.store.dispatch(sendMine(refused?.id ?? '', 2));
  await device.clock.advance(30_000);
  expect(device.entries()).toEqual([]);
  expect((await visitRows()).find(({ id }) => id === open)).toMatchObject({ note: 'mine, the second' });
});

it('33 a moved change does not replace the note that the rep has made in the open visit since', async () => {
  const { device, work, move, others } = await atSubmittedVisit(({ work: morning }, visit) =>
    morning.update(visit, { note: 'morning' }),
  );
  await device.setOnline(false);
  const open = (await work.startVisit()).result?.id ?? '';
  await work.update(open, { note: 'afternoon' });
  expect(await move()).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(30_000);
  expect(await others()).toMatchObject([{ note: 'afternoon' }]);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
});

it('33 a moved change goes without a conflict into an open visit that has neither outcome nor note', async () => {
  const { device, tab, rep, location, move, others } = await atSubmittedVisit(({ work }, visit) =>
    work.update(visit, { note: 'mine' }),
  );
  const { _id: open } = (await rep.post('/api/visits', { location: location.locationId })).json() as { _id: string };
  void tab.store.dispatch(getVisit.initiate(open));
  await device.clock.settle();
  expect(await move()).toBe('done');
  await device.clock.advance(5_000);
  expect(device.entries()).toEqual([]);
  expect(await others()).toMatchObject([{ id: open, note: 'mine' }]);
});

it('36 a submit does not move into the visit that the rep is working in', async () => {
  const { device, visit, work, move, moving, others, deliveryRows } = await atSubmittedVisit(
    ({ work: morning }, morningVisit) => morning.submit(morningVisit, 'morning'),
  );
  expect(moving()).toEqual(['createDelivery', 'submitVisit']);
  await device.setOnline(false);
  const open = (await work.startVisit()).result?.id ?? '';
  await work.deliver(1, open);
  expect(moving()).toEqual(['createDelivery']);
  expect(await move()).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(30_000);
  expect((await work.deliver(2, open)).result?.failure).toBeUndefined();
  await device.clock.advance(5_000);
  expect(await others()).toMatchObject([{ submittedAt: null }]);
  expect((await deliveryRows()).filter(({ visitId }) => visitId === visit)).toEqual([]);
  expect(await deliveryRows()).toHaveLength(3);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
});
