// @vitest-environment node
import { expect, it } from 'vitest';
import { writeRequested } from '../../../src/api/queuedWrites';
import { deliveryLines } from '../../../src/server/db/schema';
import { draftKept } from '../../../src/state/draftsSlice';
import { NEW_DELIVERY } from '../../../src/state/spentDrafts';
import { deliveryBody } from '../../server/aStore';
import { inTheField } from './inTheField';

const field = inTheField();

it('9 one id from before the first try, sent as the key of every try in every tab', async () => {
  const { device, tab, work, deliveryRows } = await field();
  const keys: string[] = [];
  device.network.onWire = (moment, { method, key }) => {
    if (moment === 'sent' && method === 'POST') keys.push(key);
  };
  device.network.faults = ['hangAfter', 'dropAfter', 'status500', 'cutBody'];
  await work.deliver(0);
  await device.clock.advance(15_000);
  const [entry] = device.entries();
  await device.clock.advance(60_000);
  tab.kill();
  await device.open();
  await device.clock.advance(15 * 60_000);
  expect(keys).toHaveLength(5);
  expect(new Set(keys)).toEqual(new Set([entry?.id]));
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('9 a write asked for again under its id is one write, whatever became of the tries before', async () => {
  const { device, tab, place, deliveryRows } = await field();
  const write = { id: 'made-with-the-form', call: 'createDelivery', method: 'POST', path: '/deliveries' } as const;
  const none = { visitId: null, baseVersion: null, over: null, pricesAsOf: null };
  const press = async () => {
    const result: unknown = tab.store.dispatch(
      writeRequested({ ...write, ...none, ts: device.clock.now(), body: deliveryBody(place, 0) }),
    );
    await device.clock.settle();
    return result;
  };
  device.network.faults = ['status500After', 'status500'];
  expect(await press()).toMatchObject({ error: { kind: 'refused', status: 500 } });
  expect(await press()).toMatchObject({ error: { kind: 'refused', status: 500 } });
  device.network.online = false;
  expect(await press()).toMatchObject({ data: { queued: true } });
  expect(await press()).toMatchObject({ data: { queued: true } });
  device.network.online = true;
  await device.clock.advance(10_000);
  expect(device.writes.map(({ key }) => key)).toEqual([write.id, write.id]);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('9 a change said again after another one is a new write, though the first one was never answered', async () => {
  const { device, work, server } = await field();
  const { id = '' } = (await work.deliver(0)).told ?? {};
  for (const faults of [['status500After'], ['status500After', 'status500After']] as const) {
    device.network.faults = [...faults];
    await work.edit(id, null, 5);
    await work.edit(id, null, 6);
    expect((await work.edit(id, null, 5)).told?.id).toBe(id);
    expect(await server.db.select().from(deliveryLines)).toMatchObject([{ quantityHundredths: 500 }]);
    await work.edit(id, null, 7);
  }
});

it('9 another content after a 5xx is another write, and so is the same content once the first was answered', async () => {
  const { device, work, deliveryRows } = await field();
  device.network.faults = ['status500'];
  await work.deliver(0);
  await work.deliver(1);
  await work.deliver(0);
  await work.deliver(0);
  expect(new Set(device.writes.map(({ key }) => key)).size).toBe(device.writes.length);
  expect(await deliveryRows()).toHaveLength(3);
});

it('10 a delivery that was being sent when its tab was killed is not offered again as a half-filled form', async () => {
  const { device, tab, work, place, deliveryRows } = await field();
  const { repName, location, box, lines } = deliveryBody(place, 0);
  const sent = { key: `${NEW_DELIVERY}  `, value: { repName, location, box, lines }, savedAt: device.clock.now() };
  const typed = { ...sent, key: `${NEW_DELIVERY}  ${box}`, value: { ...sent.value, lines: [] } };
  tab.store.dispatch(draftKept(sent));
  tab.store.dispatch(draftKept(typed));
  await tab.store.dispatch((_dispatch, _getState, { flush }) => flush());
  device.network.faults = ['hangBefore'];
  await work.deliver(0);
  tab.kill();
  const { store } = await device.open();
  expect(Object.keys(store.getState().drafts)).toEqual(expect.arrayContaining([typed.key]));
  expect(Object.keys(store.getState().drafts)).not.toContain(sent.key);
  await device.clock.advance(10 * 60_000);
  expect(await deliveryRows()).toHaveLength(1);
});
