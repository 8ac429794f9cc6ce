import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deliveriesApi } from '../../../src/api/deliveriesApi';
import { visitsApi } from '../../../src/api/visitsApi';
import { paths } from '../../../src/paths';
import { json, openApp, goWithin } from '../../support/app/openApp';
import { aDelivery, locationVisit, visit } from '../../support/app/locationVisit';

const noteField = () => screen.getByLabelText<HTMLTextAreaElement>('Note');

test.each([
  ['Submit Visit', paths.visit, null],
  ['Edit Visit', paths.editVisit, '2026-01-05T11:00:00.000Z'],
])('%s: a note that was typed for one visit is not in the form of another', async (_, pathOf, submittedAt) => {
  const first = { ...visit, version: 1, submittedAt };
  const second = { ...first, _id: 'v2', location: { ...visit.location, _id: 'l2', name: 'Second Pantry' } };
  const app = await openApp(pathOf('v1'), {
    ...locationVisit({ 'GET /visits/v1': () => json({ visit: first }) }),
    'GET /visits/v2': () => json({ visit: second }),
  });
  // The device knows the second visit, so no screen comes in between.
  await app.dispatch(visitsApi.endpoints.getVisit.initiate('v2'));
  await userEvent.type(await screen.findByLabelText('Note'), 'Typed for the first visit');
  goWithin(pathOf('v2'));
  await screen.findByText('Second Pantry');
  expect(noteField().value).not.toContain('first');
});

test('Edit Delivery: lines that were typed for one delivery are not saved into another', async () => {
  const other = aDelivery({ _id: 'd2', version: 1, box: { _id: 'b2', label: 'Shelf', size: 'XL' } });
  const first = aDelivery({ version: 1 });
  const sent: unknown[] = [];
  const app = await openApp(paths.editDelivery('d1'), {
    ...locationVisit({ 'GET /deliveries/d1': () => json(first) }),
    'GET /deliveries/d2': () => json(other),
    'GET /deliveries': () => json({ data: [first, other] }),
    'PATCH /deliveries/d2': async (request: Request) => {
      sent.push(await request.json());
      return json({ ...other, version: 2 });
    },
  });
  await app.dispatch(deliveriesApi.endpoints.getDelivery.initiate('d2'));
  const quantity = await screen.findByLabelText(/quantity/i);
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '99');
  goWithin(paths.editDelivery('d2'));
  await screen.findByText(/Shelf/);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toMatchObject([{ lines: [{ quantity: first.lines[0]?.quantity }] }]));
});

test('New Delivery: lines of a box in one visit are not in the form of the same box in another visit', async () => {
  const app = await openApp(paths.newDelivery({ visit: 'v1', box: 'b1' }), {
    ...locationVisit(),
    'GET /visits/v2': () => json({ visit: { ...visit, _id: 'v2', version: 1 } }),
  });
  await app.dispatch(visitsApi.endpoints.getVisit.initiate('v2'));
  const [cola] = await screen.findAllByRole('button', { name: /Cola/ });
  await userEvent.click(cola as HTMLElement);
  await screen.findByLabelText('Cola quantity');
  goWithin(paths.newDelivery({ visit: 'v2', box: 'b1' }));
  await waitFor(() => expect(screen.queryByLabelText('Cola quantity')).toBeNull());
});
