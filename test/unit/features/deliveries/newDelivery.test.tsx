import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { api } from '../../../../src/api/api';
import { paths } from '../../../../src/paths';
import { type Responses, currentPath, json, openApp } from '../../../support/app/openApp';
import { aDelivery, locationVisit, unreachable, visit } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const lineOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const quantityOf = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name} quantity`);
const optionsOf = (label: string) => [...select(label).options].map((option) => option.text);

async function open(query: { visit?: string; box?: string } = {}, responses: Responses = {}) {
  const store = await openApp(paths.newDelivery(query), locationVisit(responses));
  await screen.findByRole('option', { name: 'Cola' });
  return store;
}
const openOfVisit = (responses: Responses = {}) => open({ visit: 'v1', box: 'b1' }, responses);

async function fill(item: string, quantity: string, packaging?: string): Promise<void> {
  await userEvent.selectOptions(select('Item'), item);
  if (packaging) await userEvent.selectOptions(select('Packaging'), packaging);
  const field = screen.getByLabelText('Quantity');
  await userEvent.clear(field);
  if (quantity) await userEvent.type(field, quantity);
}

async function add(item: string, quantity: string, packaging?: string): Promise<void> {
  await fill(item, quantity, packaging);
  await press('Add item');
}

describe('the location and the box', () => {
  test('are locked, like the rep, when the visit gives them', async () => {
    await openOfVisit();
    expect(screen.getByLabelText<HTMLInputElement>('Rep name')).toMatchObject({ value: 'Ana', readOnly: true });
    expect(screen.queryByText('The delivery is recorded under your account.')).toBeNull();
    expect(select('Location')).toMatchObject({ value: 'l1', disabled: true });
    await screen.findByRole('option', { name: 'Cooler (S)' });
    expect(select('Box')).toMatchObject({ value: 'b1', disabled: true });
  });

  test('keep a box of the URL that the list of boxes does not contain', async () => {
    await open({ visit: 'v1', box: 'b9' });
    await screen.findByRole('option', { name: 'Not in this list' });
    expect(select('Box')).toMatchObject({ value: 'b9', disabled: true });
  });

  test('are both set by a box alone, and the rep name stays editable', async () => {
    await open({ box: 'b1' });
    expect(select('Location')).toMatchObject({ value: 'l1', disabled: true });
    expect(screen.getByLabelText<HTMLInputElement>('Rep name').readOnly).toBe(false);
    expect(screen.getByText('The delivery is recorded under your account.')).toBeDefined();
  });

  test('are picked one after the other when neither is given, each box with its size', async () => {
    await open();
    await userEvent.selectOptions(select('Location'), await screen.findByRole('option', { name: 'Corner Pantry' }));
    await screen.findByRole('option', { name: 'Cooler (S)' });
    expect(optionsOf('Box').slice(1)).toEqual(['Cooler (S)', 'Shelf (XL)']);
  });

  test('cannot be filled in for a submitted visit', async () => {
    const submitted = { ...visit, submittedAt: '2026-11-20T16:00:00.000Z' };
    await openApp(
      paths.newDelivery({ visit: 'v1', box: 'b1' }),
      locationVisit({ 'GET /visits/v1': () => json(submitted) }),
    );
    expect(await screen.findByText('This visit was already submitted. It takes no new box.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Submit box' })).toBeNull();
  });
});

describe('the lines', () => {
  test('offer only active items, and take the packaging of the item', async () => {
    await openOfVisit();
    expect(optionsOf('Item').slice(1)).toEqual(['Chips', 'Cola']);
    await userEvent.selectOptions(select('Item'), 'Chips');
    expect(select('Packaging').value).toBe('case');
  });

  test('are added by Enter with their price, and the focus returns to the item', async () => {
    await openOfVisit();
    await fill('Cola', '3');
    await userEvent.keyboard('{Enter}');
    expect((await lineOf('Cola')).textContent).toContain('$3.75');
    expect(quantityOf('Cola').value).toBe('3');
    expect(document.activeElement).toBe(select('Item'));
    await add('Chips', '2.25');
    expect(screen.getByText('$44.25')).toBeDefined();
    expect(screen.getByText(/^2 lines/)).toBeDefined();
  });

  test.each([
    ['Cola', '', 'Enter a valid quantity', 'Quantity'],
    ['Cola', '0', 'Enter a valid quantity', 'Quantity'],
    ['Cola', '1.5', 'Quantity for EACH must be a whole number.', 'Quantity'],
    ['Choose…', '1', 'Pick an item', 'Item'],
  ])('refuse %s with quantity "%s" at its field: %s', async (item, quantity, message, label) => {
    await openOfVisit();
    await add(item, quantity);
    const field = screen.getByLabelText(label);
    const described = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe(message);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('table', { name: 'Lines' })).toBeNull();
  });

  test('can be restored in their place after a removal', async () => {
    await openOfVisit();
    await add('Cola', '3');
    await add('Chips', '1');
    const names = () => screen.getAllByRole('rowheader').map((head) => head.textContent);
    await press('Remove Cola');
    expect(names()).toEqual(['Chips']);
    expect(screen.getByText('Cola removed')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
    await press('Undo');
    expect(names()).toEqual(['Cola', 'Chips']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Cola' }));
  });
});

describe('Submit box', () => {
  test('names one missing field at a time', async () => {
    await open();
    await press('Submit box');
    expect(await screen.findByText('Pick a location')).toBeDefined();
    await userEvent.selectOptions(select('Location'), await screen.findByRole('option', { name: 'Corner Pantry' }));
    await press('Submit box');
    expect(await screen.findByText('Pick a box')).toBeDefined();
    await userEvent.selectOptions(select('Box'), await screen.findByRole('option', { name: 'Shelf (XL)' }));
    await press('Submit box');
    expect(await screen.findByText('Add at least one item')).toBeDefined();
  });

  test('keeps the picked values when a gateway responds in place of the server', async () => {
    let respond = () => json(visit);
    const store = await openOfVisit({ 'GET /visits/v1': () => respond() });
    await fill('Cola', '3');
    let requests = 0;
    respond = () => {
      requests += 1;
      return new Response('<h1>Bad gateway</h1>', { status: 502 });
    };
    store.dispatch(api.util.invalidateTags(['Visits']));
    await waitFor(() => expect(requests).toBe(1));
    await waitFor(() =>
      expect(Object.values(store.getState().api.queries).every((one) => one?.status !== 'pending')).toBe(true),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('3');
    expect(select('Item').selectedOptions[0]?.text).toBe('Cola');
  });

  test('names an item that was picked but not added, and sends nothing', async () => {
    const sent: unknown[] = [];
    await openOfVisit({ 'POST /deliveries': () => json(aDelivery({ sent: sent.push(1) }), 201) });
    await add('Cola', '3');
    await fill('Chips', '2');
    await press('Submit box');
    expect(await screen.findByText('This item is not in the lines yet. Add it, or choose none.')).toBeDefined();
    expect(sent).toEqual([]);
  });

  test('sends exactly the body of the contract, once however often it is tapped, and opens the visit', async () => {
    const bodies: unknown[] = [];
    let respond: (response: Response) => void = () => undefined;
    const post = async (request: Request) => {
      bodies.push(await request.json());
      return new Promise<Response>((resolve) => {
        respond = resolve;
      });
    };
    await openOfVisit({ 'POST /deliveries': post });
    await add('Chips', '1.5');
    const button = screen.getByRole('button', { name: 'Submit box' });
    button.click();
    button.click();
    expect(await screen.findByRole('button', { name: 'Submitting…' })).toBeDefined();
    await waitFor(() => expect(bodies.length).toBeGreaterThan(0));
    respond(json(aDelivery(), 201));
    expect(await screen.findByText('Delivery recorded ✅')).toBeDefined();
    expect(currentPath()).toBe('/visits/v1?done=delivery');
    const lines = [{ item: 'i2', quantity: 1.5, packaging: 'case' }];
    expect(bodies).toEqual([{ repName: 'Ana', location: 'l1', box: 'b1', visit: 'v1', lines }]);
  });

  test('opens the dashboard when there is no visit', async () => {
    await open({ box: 'b1' }, { 'POST /deliveries': () => json(aDelivery({ visit: null }), 201) });
    await add('Cola', '1');
    await press('Submit box');
    expect(await screen.findByText('Delivery recorded ✅')).toBeDefined();
    expect(currentPath()).toBe('/?done=delivery');
  });

  test('shows the status of a refusal, and keeps the form', async () => {
    await openOfVisit({ 'POST /deliveries': () => json({ error: 'Box is closed' }, 409) });
    await add('Cola', '3');
    await press('Submit box');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Request failed (409): {"error":"Box is closed"}');
    expect(screen.getByRole('rowheader', { name: 'Cola' })).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit box' }).disabled).toBe(false);
  });

  test('without a connection saves the delivery on the device; Back to visit shows its box as waiting to send', async () => {
    await openOfVisit({ 'POST /deliveries': unreachable });
    await add('Cola', '3');
    await press('Submit box');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No connection. Saved locally and will sync when back online.',
    );
    expect(currentPath()).toBe('/?queued=1');
    await userEvent.click(await screen.findByRole('link', { name: 'Back to visit' }));
    expect(await screen.findByText('1 of 2 boxes refilled')).toBeDefined();
    expect(screen.getByText('waiting to send')).toBeDefined();
    expect(currentPath()).toBe('/visits/v1');
  });

  test('after a local save without a visit, the dashboard has no such link', async () => {
    await open({ box: 'b1' }, { 'POST /deliveries': unreachable });
    await add('Cola', '1');
    await press('Submit box');
    expect(await screen.findByText('No connection. Saved locally and will sync when back online.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Back to visit' })).toBeNull();
  });
});

test('restores the lines after a look at another screen', async () => {
  await openOfVisit();
  await add('Cola', '3');
  await userEvent.click(screen.getByRole('link', { name: 'Locations' }));
  await screen.findByRole('heading', { name: 'Locations' });
  window.history.back();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await screen.findByRole('rowheader', { name: 'Cola' })).toBeDefined();
  expect((await lineOf('Cola')).textContent).toContain('$3.75');
});
