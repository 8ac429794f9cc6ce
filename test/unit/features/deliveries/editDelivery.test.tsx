import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { syncRequested } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { NOT_REPLACED } from '../../../../src/state/outbox/editRefusedEntry';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { aDevice } from '../../../support/app/device';
import { type Responses, currentPath, json, openApp } from '../../../support/app/openApp';
import { aDelivery, items, locationVisit, unreachable } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

/** Recorded at $1.00, before the price of today. */
const recorded = { item: items[0], packaging: 'each', quantity: 3, unitPrice: 1, lineTotal: 3 };
const delivery = aDelivery({ lines: [recorded], total: 3 });

async function openEdit(responses: Responses = {}, device = aDevice('http://server.test')) {
  const given = locationVisit({ 'GET /deliveries/d1': () => json(delivery), ...responses });
  const store = await openApp(paths.editDelivery('d1'), given, device);
  return { store, ...(await line(1)) };
}
const line = async (position: number) => within(await screen.findByRole('group', { name: `Line ${position}` }));

async function retype(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

/** The app was closed while 9 stood in the line's quantity, and is opened anew: that can be restored. */
async function openEditWithDraft(responses: Responses = {}) {
  const device = aDevice('http://server.test');
  const { store, ...before } = await openEdit({}, device);
  await retype(before.getByLabelText('Quantity'), '9');
  await store.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  return openEdit(responses, device);
}

test('an unchanged line keeps its recorded price; a changed packaging takes today’s price', async () => {
  const first = await openEdit();
  expect(first.getByText('$1.00')).toBeDefined();
  await retype(first.getByLabelText('Quantity'), '2.5');
  expect(first.getByText('$2.50')).toBeDefined();
  await retype(first.getByLabelText('Packaging'), 'Big BOX');
  expect(first.getByText('$10.50')).toBeDefined();
  expect(first.getByText('$26.25')).toBeDefined();
});

test('a new line starts with quantity 1 and packaging each, takes the focus, and needs an item', async () => {
  await openEdit();
  await press('+ Add line');
  const second = await line(2);
  expect(document.activeElement).toBe(second.getByLabelText('Item'));
  expect(second.getByLabelText<HTMLInputElement>('Quantity').value).toBe('1');
  expect(second.getByLabelText<HTMLInputElement>('Packaging').value).toBe('each');
  await press('Save changes');
  expect(await second.findByText('Pick an item')).toBeDefined();
  const error = screen.getByRole('alert');
  expect(error.textContent).toBe('Pick an item');
  expect(document.activeElement).toBe(error);
  await userEvent.selectOptions(second.getByLabelText('Item'), 'Cola');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the step buttons change a quantity by one, keep its decimals and stop at 0', async () => {
  const first = await openEdit();
  await retype(first.getByLabelText('Quantity'), '1.5');
  await userEvent.click(first.getByRole('button', { name: 'One more' }));
  expect(first.getByText('$2.50')).toBeDefined();
  for (let press = 0; press < 3; press += 1) await userEvent.click(first.getByRole('button', { name: 'One fewer' }));
  expect(first.getByLabelText<HTMLInputElement>('Quantity').value).toBe('0');
});

test('removing a line focuses its Undo button, which restores the line in its place', async () => {
  const first = await openEdit();
  await press('+ Add line');
  await userEvent.click(first.getByRole('button', { name: 'Remove' }));
  expect(screen.getByText('Cola removed')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
  await press('Undo');
  const back = await line(1);
  expect(back.getByLabelText<HTMLInputElement>('Quantity').value).toBe('3');
  expect(document.activeElement).toBe(back.getByLabelText('Item'));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('restoring a half-filled form does not move the focus into it', async () => {
  await openEdit();
  await press('+ Add line');
  await userEvent.click(screen.getByRole('link', { name: 'Locations' }));
  await screen.findByRole('heading', { name: 'Locations' });
  window.history.back();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect((await line(2)).getByLabelText('Item')).not.toBe(document.activeElement);
});

test('the form is disabled while it is saved, because a change would not be sent', async () => {
  await openEditWithDraft({ 'PATCH /deliveries/d1': () => new Promise<Response>(() => undefined) });
  await press('+ Add line');
  await userEvent.selectOptions((await line(2)).getByLabelText('Item'), 'Cola');
  await userEvent.click((await line(1)).getByRole('button', { name: 'Remove' }));
  await press('Save changes');
  await screen.findByRole('button', { name: 'Saving…' });
  await press('+ Add line');
  await press('Undo');
  await press('Restore');
  const shown = await line(1);
  const item = shown.getByLabelText<HTMLSelectElement>('Item');
  await userEvent.selectOptions(item, 'Chips');
  expect(screen.getAllByRole('group', { name: /^Line/ })).toHaveLength(1);
  expect(item.value).toBe('i1');
  for (const label of ['Quantity', 'Packaging']) expect(shown.getByLabelText(label).matches(':disabled')).toBe(true);
  expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(true);
  expect(shown.getByLabelText<HTMLInputElement>('Quantity').value).toBe('1');
  // A disabled select makes the browser style each of a thousand options again.
  expect(item.matches(':disabled')).toBe(false);
});

test('a restored draft offers no undo for a removed line', async () => {
  const after = await openEditWithDraft();
  await userEvent.click(after.getByRole('button', { name: 'Remove' }));
  await press('Restore');
  expect((await line(1)).getByLabelText<HTMLInputElement>('Quantity').value).toBe('9');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test.each(['', '-1', '1.234'])('the quantity "%s" is refused at its field', async (quantity) => {
  const first = await openEdit();
  await retype(first.getByLabelText('Quantity'), quantity);
  await press('Save changes');
  expect(await first.findByText('Enter a valid quantity')).toBeDefined();
});

test('Save sends the lines without prices and shows the delivery as updated; Back leads to the list', async () => {
  let body: unknown;
  const patch = async (request: Request) => {
    body = await request.json();
    return json(delivery);
  };
  const first = await openEdit({ 'PATCH /deliveries/d1': patch });
  await retype(first.getByLabelText('Quantity'), '0');
  await press('Save changes');
  expect(await screen.findByText('Delivery updated.')).toBeDefined();
  expect(currentPath()).toBe('/deliveries/d1?from=edit');
  expect(body).toEqual({ lines: [{ item: 'i1', quantity: 0, packaging: 'each' }] });
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/deliveries');
});

test.each([
  [{ error: 'Line 1: too much' }, 'Line 1: too much'],
  [{}, 'Failed to update delivery'],
])('the refusal %j shows as "%s", and the form stays', async (body, message) => {
  const first = await openEdit({ 'PATCH /deliveries/d1': () => json(body, 400) });
  await retype(first.getByLabelText('Quantity'), '7');
  await press('Save changes');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(first.getByLabelText<HTMLInputElement>('Quantity').value).toBe('7');
});

test('Cancel discards the changes', async () => {
  const first = await openEdit();
  await retype(first.getByLabelText('Quantity'), '9');
  await press('Cancel');
  await userEvent.click(await screen.findByRole('link', { name: 'Edit' }));
  expect((await line(1)).getByLabelText<HTMLInputElement>('Quantity').value).toBe('3');
});

test('without a connection the edit is queued, and the delivery shows it as waiting to send at its recorded price', async () => {
  const lists = { 'GET /deliveries': () => json([delivery]) };
  const first = await openEdit({ ...lists, 'PATCH /deliveries/d1': unreachable });
  await retype(first.getByLabelText('Quantity'), '4');
  await press('Save changes');
  expect(await screen.findByText('No connection. Saved locally and will sync when back online.')).toBeDefined();
  expect(currentPath()).toBe('/deliveries/d1?from=edit');
  expect(await screen.findByText('waiting to send')).toBeDefined();
  expect(await screen.findByRole('row', { name: /4 .*\$4\.00/ })).toBeDefined();
  expect(screen.queryByText('Delivery updated.')).toBeNull();
  const { dispatch, getState } = first.store;
  await dispatch(discardEntries([getState().queue.entries[0]?.id ?? ''], true));
  await waitFor(() => expect(screen.queryByText('waiting to send')).toBeNull());
  expect(screen.queryByText('Delivery updated.')).toBeNull();
});

test('an edit of a refused change replaces its queue entry, once however often Save is pressed', async () => {
  const requests: unknown[] = [];
  let respond: () => Response = unreachable;
  const patch = async (request: Request) => {
    const { lines } = (await request.json()) as { lines: { quantity: number }[] };
    if (respond !== unreachable) requests.push(lines[0]?.quantity);
    return respond();
  };
  const lists = { 'GET /deliveries': () => json([delivery]) };
  const { store, ...first } = await openEdit({ ...lists, 'PATCH /deliveries/d1': patch });
  await retype(first.getByLabelText('Quantity'), '400');
  await press('Save changes');
  await screen.findByText('waiting to send');
  respond = () => json({ error: 'Too much' }, 422);
  store.dispatch(syncRequested({}));
  await screen.findByText('not sent');
  respond = () => json(delivery);
  await userEvent.click(screen.getByRole('link', { name: 'Edit' }));
  await retype((await line(1)).getByLabelText('Quantity'), '4');
  const save = screen.getByRole('button', { name: 'Save changes' });
  save.click();
  save.click();
  // The first try had no response, and this server can't tell what came of it: the person is warned, and decides.
  await screen.findByText(NOT_REPLACED.mayBeRecorded);
  save.click();
  save.click();
  await screen.findByText('Nothing waits. Everything you saved is on the server.');
  expect(requests).toEqual([400, 4]);
  expect(store.getState().queue.entries).toEqual([]);
});

test('33 a form that is older than a refused change is sent over its correction', async () => {
  const device = aDevice('http://server.test');
  let respond: () => Response = unreachable;
  const responses = { 'GET /deliveries': () => json([delivery]), 'PATCH /deliveries/d1': () => respond() };
  const older = await openEdit(responses, device);
  await retype(older.getByLabelText('Quantity'), '9');
  await older.store.dispatch((_dispatch, _getState, { flush }) => flush());
  cleanup();
  const { store, ...first } = await openEdit(responses, device);
  await retype(first.getByLabelText('Quantity'), '400');
  await press('Save changes');
  await screen.findByText('waiting to send');
  await userEvent.click(screen.getByRole('link', { name: 'Edit' }));
  await retype((await line(1)).getByLabelText('Quantity'), '5');
  await press('Save changes');
  await waitFor(() => expect(store.getState().queue.entries).toHaveLength(2));
  respond = () => json({ error: 'Too much' }, 422);
  store.dispatch(syncRequested({}));
  await screen.findByText('not sent');
  respond = unreachable;
  const [refused] = store.getState().queue.entries;
  await userEvent.click(screen.getByRole('link', { name: 'Edit' }));
  await press('Restore');
  await press('Save changes');
  await screen.findByText(NOT_REPLACED.mayBeRecorded);
  await press('Save changes');
  await waitFor(() => expect(store.getState().queue.entries).toHaveLength(3));
  const [corrected, , last] = store.getState().queue.entries;
  expect(corrected).toMatchObject({ about: { lines: [{ quantity: 9 }] }, over: null });
  expect(last).toMatchObject({ about: { lines: [{ quantity: 9 }] }, over: refused?.id });
});
