// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { deliveries, deliveryLines } from '../../../../src/server/db/schema';
import { acceptRecorded } from '../../../../src/state/outbox/refusedEntries';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { updateDelivery } = deliveriesApi.endpoints;

it.each([
  ['"Record this too"', true, { 0: 2, 1: 7 }, []],
  ['"Leave it"', false, { 0: 2 }, ['refused']],
] as const)(
  '33 after %s a waiting edit does not change the delivery of the other box',
  async (_, toMine, byBox, states) => {
    const { device, tab, work, location, server } = await setUp();
    const id = crypto.randomUUID();
    // The first press took effect; then the rep corrects the box, and edits the waiting delivery.
    device.network.faults = ['status500After'];
    await work.deliver(0, undefined, id);
    await device.setOnline(false);
    await work.deliver(1, undefined, id);
    const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' as const }];
    const edit = { ...aWrite({ lines }), id: `local-${id}`, visitId: null, base: { baseVersion: null, over: id } };
    void tab.store.dispatch(updateDelivery.initiate(edit));
    await device.clock.settle();
    await device.setOnline(true);
    await device.clock.advance(5_000);
    expect(await tab.store.dispatch(acceptRecorded(id, toMine))).toBe('done');
    await device.clock.advance(60_000);
    const rows = await server.db
      .select({ box: deliveries.boxId, quantity: deliveryLines.quantityHundredths })
      .from(deliveryLines)
      .innerJoin(deliveries, eq(deliveryLines.deliveryId, deliveries.id));
    const recorded = rows.map(({ box, quantity }) => [location.boxIds.indexOf(box), quantity / 100] as const);
    expect(Object.fromEntries(recorded)).toEqual(byBox);
    expect(device.states().map(({ state }) => state)).toEqual(states);
  },
);
