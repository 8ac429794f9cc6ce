import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { itemsApi } from '../../../../src/api/itemsApi';
import { paths } from '../../../../src/paths';
import { connectivityChanged } from '../../../../src/offline/actions';
import { type Responses, anAdmin, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';
import { aDevice, noNetwork } from '../../../support/app/device';
import { showOnPhone } from '../../../support/app/phoneScreen';

const cola = {
  _id: 'i1',
  name: 'Cola',
  sku: 'C-1',
  packaging: 'case',
  unitsPerPack: 24,
  pricePerPack: 20.4,
  active: true,
};
const apple = { _id: 'i2', name: 'Apple', sku: '', packaging: 'each', unitsPerPack: 1, price: 0.4, active: false };
const responses: Responses = { ...signedIn(anAdmin), 'GET /items': () => json([cola, apple]) };

test('an item shows name, SKU, packaging, units, price and whether it is active', async () => {
  await openApp(paths.items(), responses);
  const table = within(await screen.findByRole('table', { name: 'Items' }));
  expect(table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Name', 'SKU', 'Packaging', 'Units/Pack', 'Price/Pack', 'Active'],
    ['Cola', 'C-1', 'case', '24', '$20.40', 'Yes'],
    ['Apple', '–', 'each', '1', '–', 'No'],
  ]);
  expect(screen.getByRole('link', { name: '+ New Item' }).getAttribute('href')).toBe('/items/new');
});

test('on a phone an item without a pack price shows the price of one piece', async () => {
  showOnPhone();
  await openApp(paths.items(), responses);
  const row = await screen.findByRole('row', { name: /Apple/ });
  expect(within(row).getByText('$0.40')).toBeDefined();
});

test('an empty item list says so', async () => {
  await openApp(paths.items(), { ...responses, 'GET /items': () => json([]) });
  expect(await screen.findByText('No items found.')).toBeDefined();
});

test('a refused list shows its status when the device has no copy', async () => {
  await openApp(paths.items(), { ...responses, 'GET /items': () => json({ error: 'no' }, 500) });
  expect(await screen.findByText('Failed to load items (500)')).toBeDefined();
});

test('an item that the device’s copy lacks is not called missing when the list cannot be read again', async () => {
  const device = aDevice('http://server.test');
  const before = await openApp(paths.items(), { ...responses, 'GET /items': () => json([apple]) }, device);
  await screen.findByText('Apple');
  await before.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  let failing = true;
  const list = () => (failing ? json({ error: 'Busy' }, 503) : json([{ ...cola, version: 1 }]));
  await openApp(paths.editEntry('items', 'i1'), { ...responses, 'GET /items': list }, device);
  expect(await screen.findByText('Failed to load items')).toBeDefined();
  expect(screen.queryByText('There is no such entry any more.')).toBeNull();
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Cola');
});

test('without a response or a copy the page shows a failure while online, and the hint to open Items once while offline', async () => {
  const store = await openApp(paths.items(), { ...responses, 'GET /items': noNetwork });
  expect(await screen.findByText('Failed to load items')).toBeDefined();
  act(() => void store.dispatch(connectivityChanged({ online: false })));
  const hint = 'No cached items available offline. Open Items once while online to cache them.';
  expect(await screen.findByText(hint)).toBeDefined();
});

test('the errors of a new item show at their fields', async () => {
  await openApp(paths.newItem(), responses);
  const units = await screen.findByLabelText('Units per pack');
  await userEvent.clear(units);
  await userEvent.type(units, '0');
  await userEvent.clear(screen.getByLabelText('Price per pack'));
  await userEvent.type(screen.getByLabelText('Price per pack'), '1.005');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect(screen.getByText('Enter a name')).toBeDefined();
  expect(screen.getByText('Units per pack must be a whole number from 1 to 100,000')).toBeDefined();
  expect(screen.getByText('The price must be from 0 to 1,000,000, with at most two decimals')).toBeDefined();
});

test('a new item is sent as the contract says, and the list of items opens next', async () => {
  let sent: unknown;
  await openApp(paths.newItem(), {
    ...responses,
    'POST /items': async (request) => {
      sent = await request.json();
      return json({ ...cola, _id: 'i3' }, 201);
    },
  });
  await userEvent.type(await screen.findByLabelText('Name'), 'Gum');
  await userEvent.selectOptions(screen.getByLabelText('Packaging'), 'case');
  await userEvent.clear(screen.getByLabelText('Price per pack'));
  await userEvent.type(screen.getByLabelText('Price per pack'), '3.5');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Active' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(currentPath()).toBe('/items'));
  expect(sent).toEqual({ name: 'Gum', sku: '', packaging: 'case', unitsPerPack: 1, pricePerPack: 3.5, active: false });
});

const stock = Array.from({ length: 230 }, (_, index) => ({ ...cola, _id: `n${index}`, name: `Stock ${index}` }));

test('of many items a hundred are rendered; the search and Show more reach the others', async () => {
  await openApp(paths.items(), { ...responses, 'GET /items': () => json(stock) });
  const table = within(await screen.findByRole('table', { name: 'Items' }));
  expect(table.getAllByRole('rowheader')).toHaveLength(100);
  await userEvent.click(screen.getByRole('button', { name: 'Show more rows (130 left)' }));
  expect(table.getAllByRole('rowheader')).toHaveLength(200);
  fireEvent.change(screen.getByLabelText('Find by name or SKU'), { target: { value: 'stokc 229' } });
  await waitFor(() => expect(table.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(['Stock 229']));
  expect(screen.getByText('1 found')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Find by name or SKU'), { target: { value: 'nothing' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('rowheader', { name: 'Stock 0' })).toBeDefined();
});

test('a new item is announced and listed first', async () => {
  const gum = { ...cola, _id: 'i3', name: 'Gum' };
  const list = [...stock];
  await openApp(paths.newItem(), {
    ...responses,
    'GET /items': () => json(list),
    'POST /items': () => {
      list.push(gum);
      return json(gum, 201);
    },
  });
  await userEvent.type(await screen.findByLabelText('Name'), 'Gum');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Created Gum')).toBeDefined();
  await waitFor(() => expect(screen.getAllByRole('rowheader')[0]?.textContent).toBe('Gum'));
});

test('a search for an active item under "Show: Inactive" says which items were searched, and shows all of them', async () => {
  await openApp(paths.items(), responses);
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Inactive');
  await userEvent.type(screen.getByLabelText('Find by name or SKU'), 'Cola');
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.getByText('No inactive item has this in its name or SKU.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show active and inactive' }));
  expect(await screen.findByRole('rowheader', { name: 'Cola' })).toBeDefined();
});

test('the filter stays while it applies, after the last inactive item became active', async () => {
  const list = [cola, apple];
  const store = await openApp(paths.items(), { ...responses, 'GET /items': () => json(list) });
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Inactive');
  list[1] = { ...apple, active: true };
  act(() => void store.dispatch(itemsApi.util.invalidateTags(['Items'])));
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.getByText('No item is inactive.')).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Active and inactive');
  expect(await screen.findByRole('rowheader', { name: 'Apple' })).toBeDefined();
});
