import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { aDevice } from '../../../support/app/device';
import { type Responses, currentPath, json, openApp, goWithin } from '../../../support/app/openApp';
import { aDelivery, boxes, items, locationVisit, unreachable } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const lines = () => within(screen.getByRole('table', { name: 'Lines' }));
const quantityOf = (name: string) => lines().getByLabelText<HTMLInputElement>(`${name} quantity`);
const line = (item: object | undefined, quantity: number, packaging: string) => ({ item, quantity, packaging });

/** What the store took before: the cooler twice, the shelf never. */
const history = [
  aDelivery({
    _id: 'd7',
    visit: null,
    deliveredAt: '2026-11-10T10:00:00.000Z',
    lines: [line(items[0], 4, 'each'), line(items[1], 1.5, 'case'), line(items[2], 1, 'each')],
  }),
  aDelivery({ _id: 'd6', visit: null, deliveredAt: '2026-11-01T10:00:00.000Z', lines: [line(items[0], 9, 'each')] }),
];

/** The deliveries of the store, but none of the visit. */
const list = (deliveries: object[]) => (request: Request) =>
  json({ data: new URL(request.url).searchParams.get('location') ? deliveries : [] });

async function open(box: string, responses: Responses = {}) {
  const device = aDevice('http://server.test');
  await openApp(
    paths.newDelivery({ visit: 'v1', box }),
    locationVisit({ 'GET /deliveries': list(history), ...responses }),
    device,
  );
  await screen.findByRole('button', { name: 'Cola' });
  return device;
}

/** Presses it once what was taken last is known. */
async function sameAsLast() {
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Same as last time' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
}

const sent = () => {
  const bodies: unknown[] = [];
  const post = async (request: Request) => {
    bodies.push(((await request.json()) as { lines: unknown }).lines);
    return json(aDelivery(), 201);
  };
  return { bodies, responses: { 'POST /deliveries': post } };
};

test('Same as last time fills in what this box took last, without items that are no longer sold', async () => {
  const { bodies, responses } = sent();
  await open('b1', responses);
  await sameAsLast();
  expect(quantityOf('Cola').value).toBe('4');
  expect(quantityOf('Chips').value).toBe('1.5');
  expect(lines().getAllByRole('rowheader')).toHaveLength(2);
  await press('Submit box');
  await screen.findByText('Delivery recorded ✅');
  expect(bodies).toEqual([
    [
      { item: 'i1', quantity: 4, packaging: 'each' },
      { item: 'i2', quantity: 1.5, packaging: 'case' },
    ],
  ]);
});

test('a quantity of the last time that only an edit allows has an error, and is not sent', async () => {
  const { bodies, responses } = sent();
  const edited = aDelivery({ _id: 'd8', visit: null, lines: [line(items[0], 1.5, 'each')] });
  await open('b1', { 'GET /deliveries': list([edited]), ...responses });
  await sameAsLast();
  await press('Submit box');
  expect(await screen.findAllByText('Quantity for EACH must be a whole number.')).not.toHaveLength(0);
  expect(quantityOf('Cola').value).toBe('1.5');
  expect(bodies).toEqual([]);
});

test('a box without history is offered what its location took last', async () => {
  await open('b2');
  await sameAsLast();
  expect(quantityOf('Cola').value).toBe('4');
});

test('Same as last time does not change a line that is already there', async () => {
  await open('b1');
  await press('Chips');
  await press('Chips');
  await sameAsLast();
  expect(lines().getAllByRole('rowheader')).toHaveLength(2);
  expect(quantityOf('Chips').value).toBe('2.5');
});

test('Same as last time is disabled before the first delivery', async () => {
  await open('b1', { 'GET /deliveries': list([]) });
  expect(await screen.findByText('Nothing was delivered here yet.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Same as last time' }).disabled).toBe(true);
});

test('Same as last time does not take a failed request for a box without deliveries', async () => {
  await open('b1', { 'GET /deliveries': unreachable });
  expect(await screen.findByText('What was taken here last is not on this device.')).toBeDefined();
  expect(screen.queryByText('Nothing was delivered here yet.')).toBeNull();
});

test('Same as last time says so when nothing of the last time is sold any more', async () => {
  const old = aDelivery({ _id: 'd8', visit: null, lines: [line(items[2], 1, 'each')] });
  await open('b1', { 'GET /deliveries': list([old]) });
  expect(await screen.findByText('What was taken here last is not offered any more.')).toBeDefined();
});

test('Same as last time says nothing of a location that is not chosen yet', async () => {
  await openApp(paths.newDelivery(), locationVisit());
  expect(
    await screen.findByRole('button', { name: 'Same as last time', description: 'Choose a location first' }),
  ).toBeDefined();
  expect(screen.queryByText('Nothing was delivered here yet.')).toBeNull();
});

test('Same as last time works without a connection once the data of the day was fetched', async () => {
  const device = aDevice('http://server.test');
  const store = await openApp(paths.locations(), locationVisit({ 'GET /deliveries': list(history) }), device);
  await waitFor(() => expect(store.getState().lastTakenCache.byKey.l1?.value).toHaveLength(1));
  device.network.fault = unreachable;
  await userEvent.click(await screen.findByRole('link', { name: 'Deliveries' }));
  goWithin(paths.newDelivery({ box: boxes[0]?._id ?? '' }));
  await screen.findByRole('button', { name: 'Cola' });
  await sameAsLast();
  expect(quantityOf('Cola').value).toBe('4');
});

test('a tap on an item adds its last quantity, another tap raises it', async () => {
  await open('b1');
  await screen.findByText(/4 each Cola/);
  await press('Cola');
  expect(quantityOf('Cola').value).toBe('4');
  await press('Cola');
  expect(quantityOf('Cola').value).toBe('5');
});

test('a line is changed in place: one more, one fewer, typed, or by the case', async () => {
  const { bodies, responses } = sent();
  await open('b1', { 'GET /deliveries': list([]), ...responses });
  await press('Cola');
  const fewer = lines().getByRole<HTMLButtonElement>('button', { name: 'One fewer' });
  expect(fewer.disabled).toBe(true);
  await userEvent.click(lines().getByRole('button', { name: 'One more' }));
  await userEvent.click(lines().getByRole('button', { name: 'One more' }));
  await userEvent.click(fewer);
  expect(quantityOf('Cola').value).toBe('2');
  await userEvent.click(lines().getByRole('switch', { name: 'Cola by the case' }));
  await userEvent.clear(quantityOf('Cola'));
  await userEvent.type(quantityOf('Cola'), '2.5');
  expect(lines().getByText('$26.25')).toBeDefined();
  await press('Submit box');
  await waitFor(() => expect(bodies).toEqual([[{ item: 'i1', quantity: 2.5, packaging: 'case' }]]));
});

test.each([
  ['', 'Enter a valid quantity'],
  ['0', 'Enter a valid quantity'],
  ['1.5', 'Quantity for EACH must be a whole number.'],
])('a line with "%s" typed is not sent: %s', async (typed, words) => {
  const { bodies, responses } = sent();
  await open('b1', { 'GET /deliveries': list([]), ...responses });
  await press('Cola');
  await userEvent.clear(quantityOf('Cola'));
  if (typed) await userEvent.type(quantityOf('Cola'), typed);
  expect(quantityOf('Cola').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe(`Cola: ${words}`);
  await press('Submit box');
  await waitFor(() => expect(document.activeElement?.role).toBe('alert'));
  expect(document.activeElement?.textContent).toBe(words);
  await userEvent.clear(quantityOf('Cola'));
  await userEvent.type(quantityOf('Cola'), '3');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(bodies).toEqual([]);
});

test('after Submit box the visit focuses the next box that is not filled', async () => {
  const { responses } = sent();
  const ofVisit = (request: Request) =>
    json({ data: new URL(request.url).searchParams.get('visit') ? [aDelivery()] : history });
  await open('b1', { 'GET /deliveries': ofVisit, ...responses });
  await press('Cola');
  await press('Submit box');
  await screen.findByText('1 of 2 boxes refilled');
  expect(currentPath()).toBe('/visits/v1?done=delivery');
  const next = screen.getByRole('link', { name: 'Refill this box' });
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(screen.getByRole('link', { name: /Cooler/ }).getAttribute('href')).toBe('/deliveries/d1');
});
