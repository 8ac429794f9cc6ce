// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { syncRequested } from '../../../../src/offline/actions';
import { deliveryLines } from '../../../../src/server/db/schema';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit } = visitsApi.endpoints;

it('16 two edits of a delivery keep their order when the second is saved while the delivery is being moved', async () => {
  const { device, tab, rep, work, openVisit, server } = await setUp();
  const visit = await openVisit();
  void tab.store.dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  await device.setOnline(false);
  const delivered = (await work.deliver(0, visit)).result;
  await work.edit(delivered?.id ?? '', visit, 5);
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.setOnline(false);
  const moved = tab.store.dispatch(moveToNewVisit(delivered?.queued?.id ?? '', true));
  await work.edit(delivered?.id ?? '', visit, 7);
  expect(await moved).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(60_000);
  const rows = await server.db.select().from(deliveryLines);
  expect(device.entries()).toEqual([]);
  expect(rows.map(({ quantityHundredths }) => quantityHundredths / 100)).toEqual([7]);
});

it('34 a discard of a change that another tab moved meanwhile does not say that it was discarded', async () => {
  const { device, tab, rep, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  const other = await device.open();
  await device.setOnline(false);
  const delivery = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  const note = (await work.update(visit, { note: 'mine' })).result?.queued?.id ?? '';
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  await device.clock.advance(5_000);
  // The other tab asks whether to discard the note.
  expect(other.store.getState().queue.entries.map(({ id }) => id)).toContain(note);
  expect(await tab.store.dispatch(moveToNewVisit(delivery, true))).toBe('done');
  expect(await other.store.dispatch(discardEntries([note], false))).toBe('replaced');
  await device.clock.advance(30_000);
  expect((await visitRows()).map((row) => row.note)).toContain('mine');
});

it('16 a pass that read the queue before a delivery was moved does not refuse it for its old visit', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  const started = (await work.startVisit()).result;
  const delivered = (await work.deliver(0, started?.id)).result?.queued?.id ?? '';
  await tab.store.dispatch(discardEntries([started?.queued?.id ?? ''], true));
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(device.states()).toMatchObject([{ id: delivered, state: 'refused', lastError: { status: null } }]);
  const moved = tab.store.dispatch(moveToNewVisit(delivered, false));
  tab.store.dispatch(syncRequested({}));
  expect(await moved).toBe('done');
  await device.clock.advance(10_000);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(1);
});
