import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { isQueued } from '../../../../src/api/client/writes';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { paths } from '../../../../src/paths';
import { aWrite } from '../../../support/app/aWrite';
import { aDevice } from '../../../support/app/device';
import { currentPath, json, openApp } from '../../../support/app/openApp';
import { aDelivery, boxes, locationVisit, unreachable } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const withoutItems = { 'GET /items': () => json({ error: 'Broken' }, 500) };

test('Edit Delivery has no price and no total for a changed packaging, and saves it', async () => {
  const sent: unknown[] = [];
  const patch = async (request: Request) => {
    sent.push(await request.json());
    return json(aDelivery());
  };
  const responses = { 'GET /deliveries/d1': () => json(aDelivery()), 'PATCH /deliveries/d1': patch };
  await openApp(paths.editDelivery('d1'), locationVisit({ ...responses, ...withoutItems }));
  const line = within(await screen.findByRole('group', { name: 'Line 1' }));
  expect(line.getByText('$3.75')).toBeDefined();
  const packaging = line.getByLabelText('Packaging');
  await userEvent.clear(packaging);
  await userEvent.type(packaging, 'case');
  expect(line.getAllByText('–')).toHaveLength(2);
  expect(screen.getByText(/^Total/).textContent).toBe('Total –');
  // A line without an item costs nothing yet.
  await press('+ Add line');
  const added = within(await screen.findByRole('group', { name: 'Line 2' }));
  expect(added.getAllByText('$0.00')).toHaveLength(2);
  await userEvent.click(added.getByRole('button', { name: 'Remove' }));
  await press('Save changes');
  await screen.findByText('Delivery updated.');
  expect(sent).toEqual([{ lines: [{ item: 'i1', quantity: 3, packaging: 'case' }] }]);
});

test('New Delivery has no price and no total for a restored line', async () => {
  const device = aDevice('http://server.test');
  const path = paths.newDelivery({ visit: 'v1', box: 'b1' });
  const store = await openApp(path, locationVisit(), device);
  await press('Cola');
  expect(await screen.findByText('1 line', { exact: false })).toBeDefined();
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  for (const key of device.caches.keys()) if (key.includes('items')) device.caches.delete(key);
  await openApp(path, locationVisit(withoutItems), device);
  await press('Restore');
  const row = await screen.findByRole('row', { name: /i1/ });
  expect(row.textContent).toContain('– at –');
  expect(screen.getByText(/^1 line/).textContent).toBe('1 line · –');
});

/** Opens a screen of a visit with one delivery of $3.75, and queues one of an item that the device does not know. */
async function openWithUnknownItem(path: string) {
  const known = { 'GET /deliveries': () => json({ data: [aDelivery({ box: boxes[1] })] }) };
  const store = await openApp(path, locationVisit({ ...known, ...withoutItems, 'POST /deliveries': unreachable }));
  await screen.findAllByText('$3.75');
  const lines = [{ item: 'i1', quantity: 3, packaging: 'each' }];
  const body = { repName: 'Ana', location: 'l1', box: 'b1', visit: 'v1', lines };
  return store.dispatch(deliveriesApi.endpoints.createDelivery.initiate(aWrite(body)));
}

test('the visit has no total for a box with a queued delivery of an unknown item', async () => {
  await openWithUnknownItem(paths.visit('v1'));
  expect((await screen.findByRole('link', { name: /Cooler/ })).textContent).toMatch(/3 each i1 –$/);
});

test('the details of the visit have no total with a queued delivery of an unknown item', async () => {
  await openWithUnknownItem(paths.visitDetails('v1'));
  expect(await screen.findByRole('row', { name: / 1 –/ })).toBeDefined();
  expect(screen.getByText('Total', { selector: 'dt' }).nextElementSibling?.textContent).toBe('–');
});

test('the summary of the visit has no grand total with a queued delivery of an unknown item', async () => {
  await openWithUnknownItem(paths.printVisit('v1'));
  expect(await screen.findByRole('row', { name: 'i1 each 3 – –' })).toBeDefined();
  expect(screen.getByRole('row', { name: /^Grand total/ }).textContent).toBe('Grand total–');
});

test('a queued delivery of an unknown item has no price and no total', async () => {
  const sent = await openWithUnknownItem(paths.visit('v1'));
  const localId = sent.data && isQueued(sent.data) ? (sent.data.localId ?? '') : '';
  await userEvent.click(await screen.findByRole('link', { name: /Cooler/ }));
  expect(currentPath()).toBe(paths.delivery(localId));
  expect(await screen.findByRole('row', { name: 'i1 each 3 – –' })).toBeDefined();
  expect(screen.getByText('Total', { selector: 'dt' }).nextElementSibling?.textContent).toBe('–');
});
