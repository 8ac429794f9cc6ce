// @vitest-environment node
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { visitsApi } from '../../../src/api/visitsApi';
import type { WriteBase } from '../../../src/api/queuedWrites';
import type { UpdateVisitBody } from '../../../src/contract/visits';
import { createdId, pendingDeliveries } from '../../../src/offline/pending';
import { deliveryLines } from '../../../src/server/db/schema';
import { discardEntries } from '../../../src/state/outbox';
import { mendEntry } from '../../../src/state/mending';
import { selectOwnEntries } from '../../../src/state/pending';
import { pendingDeliveryView, withPendingChanges } from '../../../src/state/pendingViews';
import { baseOf } from '../../../src/state/writeBase';
import { aWrite } from '../../setup/aWrite';
import { inTheField } from './inTheField';

const field = inTheField();
const { updateDelivery } = deliveriesApi.endpoints;
const { getVisit, submitVisit, updateVisit } = visitsApi.endpoints;

/** A visit that the server knows, and a rep without a signal whose forms are made over what the screens show. */
async function atVisit() {
  const world = await field();
  const { device, tab, openVisit } = world;
  const { dispatch, getState } = tab.store;
  const visit = await openVisit();
  void dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  /** The base of a form about the visit that opens now. */
  const base = (): WriteBase => {
    const known = getState().visitsCache.byKey[visit]?.value;
    if (!known) throw new Error('The device does not know the visit');
    return baseOf(withPendingChanges(known, selectOwnEntries(getState()), getState().queue.serverIds));
  };
  const update = async (body: UpdateVisitBody) => {
    void dispatch(updateVisit.initiate({ id: visit, ...aWrite(body), base: base() }));
    await device.clock.settle();
  };
  const submit = async (note: string) => {
    const write = aWrite({ outcome: 'partial' as const, note });
    void dispatch(submitVisit.initiate({ id: visit, ...write, base: base() }));
    await device.clock.settle();
    return write.writeId;
  };
  await device.setOnline(false);
  return { ...world, visit, update, submit, statuses: () => device.states().map(({ lastError }) => lastError?.status) };
}

it('33 edits of a delivery that was itself made without a signal go by the edit before, each of them', async () => {
  const { device, tab, work, place, server } = await field();
  const { dispatch, getState } = tab.store;
  await device.setOnline(false);
  const { id = '' } = (await work.deliver(0)).told ?? {};
  const edit = async (quantity: number) => {
    const { itemsCache: items, boxesCache: boxes, locationsCache: locations } = getState();
    const [entry] = pendingDeliveries(selectOwnEntries(getState()));
    if (!entry) throw new Error('No delivery waits');
    expect(createdId(entry)).toBe(id);
    const base = baseOf(pendingDeliveryView(entry, null, { items, boxes, locations }));
    const write = aWrite({ lines: [{ item: place.itemId, quantity, packaging: 'each' as const }] });
    void dispatch(updateDelivery.initiate({ id, visitId: null, ...write, base }));
    await device.clock.settle();
  };
  for (const quantity of [5, 6, 7]) await edit(quantity);
  await device.setOnline(true);
  expect(device.writes.map(({ ifMatch }) => ifMatch)).toEqual(['', '"1"', '"2"', '"3"']);
  expect(device.entries()).toEqual([]);
  expect(await server.db.select().from(deliveryLines)).toMatchObject([{ quantityHundredths: 700 }]);
});

it('33 changes of a visit made behind a refused one go by the change before, once that one was discarded', async () => {
  const { device, tab, submit, update, visitRows, statuses } = await atVisit();
  const refused = await submit('of the submit');
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.setOnline(false);
  await update({ note: 'first' });
  await update({ note: 'second' });
  expect(await tab.store.dispatch(discardEntries([refused], true))).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(statuses()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'second' }]);
});

it('33 a corrected submit goes behind what was changed since, and by the version that this led to', async () => {
  const { device, tab, submit, update, visitRows, statuses } = await atVisit();
  const refused = await submit('of the submit');
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.setOnline(false);
  await update({ note: 'changed since' });
  expect(await tab.store.dispatch(mendEntry(refused, { note: 'corrected' }, true))).toBe('overtaken');
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(statuses()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'corrected', submittedAt: expect.any(Date) }]);
});
