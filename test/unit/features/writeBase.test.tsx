import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { api } from '../../../src/api/api';
import { type QueuedWrite, writeRequested } from '../../../src/api/client/writes';
import { paths } from '../../../src/paths';
import { makeStore } from '../../../src/state/store/makeStore';
import { aDevice, noNetwork } from '../../support/app/device';
import { type Responses, json, openApp, startEnded } from '../../support/app/openApp';
import { aDelivery, items, locationVisit, visit } from '../../support/app/locationVisit';
import { press } from '../../support/app/press';

const PRICED_AT = '2026-11-20T07:00:00.000Z';

/** Ana's device with the queued writes that its forms ask for; the responses of the server may change. */
function aWatchedDevice() {
  const device = aDevice('http://server.test');
  const writes: QueuedWrite[] = [];
  const firstMiddleware = () => (next: (action: unknown) => unknown) => (action: unknown) => {
    if (writeRequested.match(action)) writes.push(action.payload);
    return next(action);
  };
  const responses: Responses = locationVisit({
    'GET /items': () => Response.json(items, { headers: { 'Prices-As-Of': PRICED_AT } }),
    'GET /deliveries/d1': () => json(aDelivery({ version: 4 })),
    'GET /visits/v1': () => json({ visit: { ...visit, version: 7 } }),
    'POST /deliveries': noNetwork,
    'PATCH /deliveries/d1': noNetwork,
    'POST /visits/v1/submit': noNetwork,
  });
  const open = async (path: string) => {
    cleanup();
    const opened = async () => {
      const { store, ready } = makeStore({ ...device.environment(), firstMiddleware });
      await ready;
      return store;
    };
    return openApp(path, responses, { ...device, open: opened });
  };
  return { responses, writes, open };
}

/** Saves the edit, which waits since no connection lets it through. */
const save = async () => {
  await press('Save changes');
  await screen.findByText(/^No connection. Saved locally/);
};
const typeQuantity = async (text: string) => {
  const field = await screen.findByLabelText('Quantity');
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

test('33 an edit carries the version its form was opened with, though the server has a newer one', async () => {
  const { responses, writes, open } = aWatchedDevice();
  const store = await open(paths.editDelivery('d1'));
  await typeQuantity('5');
  responses['GET /deliveries/d1'] = () => json(aDelivery({ version: 5, total: 9 }));
  act(() => void store.dispatch(api.util.invalidateTags(['Deliveries'])));
  await waitFor(() => expect(store.getState().api.queries['getDelivery("d1")']?.data).toMatchObject({ version: 5 }));
  await save();
  expect(writes).toMatchObject([{ baseVersion: 4, over: null, pricesAsOf: PRICED_AT }]);
});

test('33 an edit restored after a reload carries the version it was begun with; an untouched form the newest', async () => {
  const { responses, writes, open } = aWatchedDevice();
  const store = await open(paths.editDelivery('d1'));
  await typeQuantity('5');
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  responses['GET /deliveries/d1'] = () => json(aDelivery({ version: 5 }));
  await open(paths.editDelivery('d1'));
  await screen.findByText(/^Not finished/);
  await save();
  await open(paths.editDelivery('d1'));
  await press('Restore');
  await save();
  expect(writes).toMatchObject([{ baseVersion: 5 }, { baseVersion: 4 }]);
});

test('9 an edit made over the user’s own queued edit carries that edit’s id as base, and has a write id of its own', async () => {
  const { writes, open } = aWatchedDevice();
  for (const quantity of ['5', '6']) {
    await open(paths.editDelivery('d1'));
    await typeQuantity(quantity);
    await save();
  }
  const [first, second] = writes;
  expect(first).toMatchObject({ over: null });
  expect(second).toMatchObject({ over: first?.id });
  expect(second?.id).not.toBe(first?.id);
});

test('33 a submit carries the version of the visit', async () => {
  const { writes, open } = aWatchedDevice();
  await open(paths.visit('v1'));
  await userEvent.click(await screen.findByRole('radio', { name: 'partial' }));
  await press('Submit Visit');
  await screen.findAllByText(/Saved locally/);
  expect(writes).toMatchObject([{ baseVersion: 7, over: null, pricesAsOf: null }]);
});

test('32 a delivery made after a restart without a connection carries the time of the prices that are shown', async () => {
  const { responses, writes, open } = aWatchedDevice();
  const path = paths.newDelivery({ visit: 'v1', box: 'b1' });
  const store = await open(path);
  await screen.findByRole('option', { name: 'Cola' });
  await startEnded(store);
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  for (const call of Object.keys(responses)) if (call !== 'GET /auth/me') responses[call] = noNetwork;
  await open(path);
  await userEvent.selectOptions(
    await screen.findByLabelText('Item'),
    await screen.findByRole('option', { name: 'Cola' }),
  );
  await press('Add item');
  await press('Submit box');
  await screen.findAllByText(/Saved locally/);
  expect(writes).toMatchObject([{ call: 'createDelivery', pricesAsOf: PRICED_AT }]);
});
