import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { aDevice } from '../../../support/app/device';
import { json, openApp } from '../../../support/app/openApp';
import { aDelivery, locationVisit } from '../../../support/app/locationVisit';

const withoutItems = { 'GET /items': () => json({ error: 'Broken' }, 500) };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

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
  await waitFor(() => expect(sent).toEqual([{ lines: [{ item: 'i1', quantity: 3, packaging: 'case' }] }]));
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
