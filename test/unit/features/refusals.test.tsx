import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../src/paths';
import { aDevice } from '../../support/app/device';
import { choose, createItem, createUser, type } from '../../support/app/fillIn';
import { anAdmin, json, openApp, signedIn } from '../../support/app/openApp';
import { aDelivery, items, locationVisit } from '../../support/app/locationVisit';
import { press } from '../../support/app/press';

const ann = { _id: 'u9', name: 'Ann', email: 'ann@x.yz', roles: ['rep'], active: true };

/** The server refuses the writes of each form here. */
const responses = (call: string) => ({
  ...locationVisit({ 'GET /deliveries/d1': () => json(aDelivery()) }),
  ...signedIn({ ...anAdmin, roles: ['rep', 'admin'] }),
  'GET /items': () => json(items.map((item) => ({ ...item, version: 1 }))),
  'GET /items/i1/prices': () => json([]),
  'GET /users': () => json([ann]),
  [call]: () => json({ error: 'Not today' }, 409),
});

const newItem = {
  path: paths.newItem(),
  call: 'POST /items',
  send: createItem,
};
const orderPad = {
  path: paths.newDelivery({ visit: 'v1', box: 'b1' }),
  call: 'POST /deliveries',
  send: async () => {
    await press('Cola');
    await press('Chips');
    await press('Submit box');
  },
};

test.each([
  { form: 'New Item', ...newItem, what: 'a field is changed', change: () => type('SKU', 'G-1') },
  {
    form: 'New User',
    path: paths.newUser(),
    call: 'POST /users',
    send: createUser,
    what: 'a field is changed',
    change: () => type('Email', 'z'),
  },
  {
    form: 'Edit Item',
    path: paths.editEntry('items', 'i1'),
    call: 'PATCH /items/i1',
    send: async () => {
      await type('SKU', '2');
      await press('Save changes');
    },
    what: 'a field is changed',
    change: () => type('SKU', '3'),
  },
  {
    form: 'Edit User',
    path: paths.user('u9'),
    call: 'PATCH /users/u9',
    send: async () => {
      await type('Name', ' Lee');
      await press('Save');
    },
    what: 'a field is changed',
    change: () => type('Email', 'z'),
  },
  {
    form: 'New price',
    path: paths.editEntry('items', 'i1'),
    call: 'POST /items/i1/prices',
    send: async () => {
      await press('New price');
      await type('Price per pack', '5');
      await press('Save price');
    },
    what: 'a field is changed',
    change: () => type('Price per piece', '1'),
  },
  { form: 'New Delivery', ...orderPad, what: 'a line is removed', change: () => press('Remove Cola') },
  { form: 'New Delivery', ...orderPad, what: 'a quantity is changed', change: () => type('Cola quantity', '2') },
  {
    form: 'Edit Delivery',
    path: paths.editDelivery('d1'),
    call: 'PATCH /deliveries/d1',
    send: () => press('Save changes'),
    what: 'a line is changed',
    change: () => press('One more'),
  },
])('$form: the refusal of the server leaves when $what', async ({ path, call, send, change }) => {
  await openApp(path, responses(call));
  await send();
  await screen.findByText(/Not today/);
  await change();
  await waitFor(() => expect(screen.queryByText(/Not today/)).toBeNull());
});

test('New Item: the refusal of the server leaves when a draft is restored', async () => {
  const device = aDevice('http://server.test');
  const store = await openApp(newItem.path, responses(newItem.call), device);
  await type('SKU', 'G-1');
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  await openApp(newItem.path, responses(newItem.call), device);
  await screen.findByRole('button', { name: 'Restore' });
  await newItem.send();
  await screen.findByText('Not today');
  await press('Restore');
  expect(screen.queryByText('Not today')).toBeNull();
});

const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);

test('New Delivery: the error of the box stays while another field is changed, until a box is picked', async () => {
  await openApp(paths.newDelivery(), responses('POST /deliveries'));
  await choose('Location', 'Corner Pantry');
  await press('Submit box');
  await screen.findByText('Pick a box');
  await type('Rep name', ' Lee');
  await press('Cola');
  expect(alerts()).toEqual(['Pick a box']);
  await choose('Box', 'Shelf (XL)');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('New Delivery: the error of a quantity stays while another line is changed, until it is right', async () => {
  await openApp(orderPad.path, responses(orderPad.call));
  await press('Cola');
  await press('Chips');
  await userEvent.clear(screen.getByLabelText('Cola quantity'));
  await press('Submit box');
  const both = ['Cola: Enter a valid quantity', 'Enter a valid quantity'];
  await waitFor(() => expect(alerts()).toEqual(both));
  await type('Chips quantity', '2');
  expect(alerts()).toEqual(both);
  await type('Cola quantity', '3');
  expect(screen.queryByRole('alert')).toBeNull();
});
