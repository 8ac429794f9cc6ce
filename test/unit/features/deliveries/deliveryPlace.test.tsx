import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { aDelivery, boxes, location, locationVisit, visit } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';
import { type Responses, anAdmin, json, openApp, signedIn } from '../../../support/app/openApp';

const broken = () => json({ error: 'broken' }, 500);

async function open(responses: Responses): Promise<Responses> {
  const all = locationVisit(responses);
  await openApp(paths.newDelivery(), all);
  return all;
}
const pickLocation = async () =>
  userEvent.selectOptions(
    await screen.findByLabelText('Location'),
    await screen.findByRole('option', { name: location.name }),
  );
const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' }));

test('locations that cannot be loaded are an error with Try again', async () => {
  const responses = await open({ 'GET /locations': broken });
  expect(await screen.findByText('Failed to load locations')).toBeDefined();
  responses['GET /locations'] = () => json([location]);
  await tryAgain();
  expect(await screen.findByRole('option', { name: location.name })).toBeDefined();
  expect(screen.queryByText('Failed to load locations')).toBeNull();
});

test('boxes that cannot be loaded are an error with Try again', async () => {
  const responses = await open({ 'GET /boxes': broken });
  await pickLocation();
  expect(await screen.findByText('Failed to load boxes')).toBeDefined();
  responses['GET /boxes'] = () => json(boxes);
  await tryAgain();
  expect(await screen.findByRole('option', { name: 'Cooler (S)' })).toBeDefined();
});

test('a location without boxes says so', async () => {
  await open({ 'GET /boxes': () => json([]) });
  await pickLocation();
  expect(await screen.findByText('No boxes found for this location.')).toBeDefined();
});

test('no rep is typed in the visit of another rep whose name is not known, and none is sent', async () => {
  const rep = { _id: 'u9', name: '' };
  const ofAnother = { ...visit, rep, repName: '' };
  let sent: unknown;
  const responses: Responses = {
    ...signedIn(anAdmin),
    'GET /visits/v1': () => json({ visit: ofAnother }),
    'POST /deliveries': async (request) => {
      sent = await request.json();
      return json(aDelivery(), 201);
    },
  };
  await openApp(paths.newDelivery({ visit: 'v1', box: 'b1' }), locationVisit(responses));
  const field = await screen.findByLabelText<HTMLInputElement>('Rep name');
  expect(field).toMatchObject({ value: 'Unknown rep', readOnly: true });
  expect(screen.queryByText('The delivery is recorded under your account.')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Item'), await screen.findByRole('option', { name: 'Cola' }));
  await press('Add item');
  await press('Submit box');
  await waitFor(() => expect(sent).toMatchObject({ visit: 'v1', box: 'b1' }));
  expect(sent).not.toHaveProperty('repName');
});
