import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { newDeliveryForm } from '../../../../src/features/deliveries/new/newDeliveryDraft';
import { paths } from '../../../../src/paths';
import { saveDraft } from '../../../../src/state/drafts/drafts';
import { aDevice } from '../../../support/app/device';
import { aDelivery, items, location, locationVisit } from '../../../support/app/locationVisit';
import { type Responses, json, openApp } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

const chipsDeactivated: Responses = {
  'GET /items': () => json(items.map((item) => (item.name === 'Chips' ? { ...item, active: false } : item))),
};

const field = (label: string) => screen.findByLabelText<HTMLSelectElement>(label);
const chosenText = async (label: string) => (await field(label)).selectedOptions[0]?.text;

/** Opens the form, chooses an option, closes the app and restores the draft once the server responds otherwise. */
async function restoreDraft(path: string, label: string, option: string, before: Responses, after: Responses) {
  const device = aDevice('http://server.test');
  const store = await openApp(path, locationVisit(before), device);
  await screen.findByRole('option', { name: option });
  await userEvent.selectOptions(await field(label), option);
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  await openApp(path, locationVisit({ ...before, ...after }), device);
  await press('Restore');
  await waitFor(async () => expect(await chosenText(label)).toBe(`${option} (no longer offered)`));
}

test('a location of a draft that was deactivated since is named, and Submit box asks for another one', async () => {
  const after = { 'GET /locations': () => json([{ ...location, active: false, version: 2 }]) };
  await restoreDraft(paths.newDelivery(), 'Location', location.name, {}, after);
  expect((await field('Location')).getAttribute('aria-invalid')).toBe('true');
  await press('Cola');
  await press('Submit box');
  await waitFor(() => expect(screen.getAllByText('Pick a location')).toHaveLength(2));
  expect(document.activeElement?.textContent).toContain('Pick a location');
});

test('an item of an order pad’s draft that was deactivated since has an error, and is not sent until it is removed', async () => {
  const sent: unknown[] = [];
  const post = async (request: Request) => {
    sent.push(((await request.json()) as { lines: unknown }).lines);
    return json(aDelivery(), 201);
  };
  const path = paths.newDelivery({ visit: 'v1', box: 'b1' });
  const device = aDevice('http://server.test');
  const store = await openApp(path, locationVisit(), device);
  await press('Chips');
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  await openApp(path, locationVisit({ ...chipsDeactivated, 'POST /deliveries': post }), device);
  await press('Restore');
  const text = 'This item is no longer offered. Remove it.';
  expect((await screen.findByRole('alert')).textContent).toBe(`Chips: ${text}`);
  expect(screen.getByLabelText('Chips quantity').getAttribute('aria-invalid')).toBe('true');
  await press('Submit box');
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  await press('Cola');
  expect(screen.getAllByText(text)).toHaveLength(2);
  expect(sent).toEqual([]);
  await press('Remove Chips');
  expect(screen.queryByText(text)).toBeNull();
  await press('Submit box');
  await waitFor(() => expect(sent).toEqual([[{ item: 'i1', quantity: 1, packaging: 'each' }]]));
});

test('a draft that may be recorded is sent unchanged, also with an item that was deactivated since', async () => {
  const sent: unknown[] = [];
  const path = paths.newDelivery({ visit: 'v1', box: 'b1' });
  const store = await openApp(
    path,
    locationVisit({
      ...chipsDeactivated,
      'POST /deliveries': async (request) => {
        sent.push([request.headers.get('Idempotency-Key'), ((await request.json()) as { lines: unknown }).lines]);
        return json(aDelivery(), 201);
      },
    }),
  );
  await screen.findByRole('button', { name: 'Submit box' });
  const lines = [{ item: 'i2', quantity: 1, packaging: 'each' }];
  const value = { repName: '', location: location._id, box: 'b1', lines };
  const form = newDeliveryForm({ visitId: 'v1', boxId: 'b1' });
  store.dispatch(saveDraft({ id: 'w1', form, value, outcome: 'unknown' }));
  await press('Restore');
  await press('Submit box');
  await waitFor(() => expect(sent).toEqual([['w1', lines]]));
});

test('an item of a draft that was deactivated since is named, and Save asks for another one', async () => {
  const before = { 'GET /deliveries/d1': () => json(aDelivery()) };
  await restoreDraft(paths.editDelivery('d1'), 'Item', 'Chips', before, chipsDeactivated);
  await press('Save changes');
  expect((await screen.findByRole('alert')).textContent).toBe('Pick an item');
  await userEvent.selectOptions(await field('Item'), 'Cola');
  expect(screen.queryByRole('alert')).toBeNull();
});
