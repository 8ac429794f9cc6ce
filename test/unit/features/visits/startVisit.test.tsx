import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { api } from '../../../../src/api/api';
import { locationsApi } from '../../../../src/api/locationsApi';
import { IDEMPOTENCY_KEY_HEADER } from '../../../../src/contract/headers';
import { paths } from '../../../../src/paths';
import { anAdmin, aRep, currentPath, json, openApp, signedIn, goWithin } from '../../../support/app/openApp';
import { location, locationVisit, visit } from '../../../support/app/locationVisit';

const optionsOf = (select: HTMLElement) => [...(select as HTMLSelectElement).options].map((option) => option.text);

test('a rep is preselected and the only choice, and no list that a rep may not read is requested', async () => {
  const requests: string[] = [];
  const users = { 'GET /users': (request: Request) => json(requests.push(request.url)) };
  await openApp(paths.startVisit(), locationVisit(users));
  const rep = await screen.findByLabelText<HTMLSelectElement>('Rep');
  expect(rep.value).toBe(aRep._id);
  expect(optionsOf(rep).slice(1)).toEqual(['Ana']);
  expect(requests).toEqual([]);
});

test('an admin chooses from the active reps', async () => {
  const users = [
    aRep,
    { ...aRep, _id: 'u3', name: 'Gone', active: false },
    anAdmin,
    { ...aRep, _id: 'u4', name: 'Bo' },
  ];
  await openApp(paths.startVisit(), locationVisit({ ...signedIn(anAdmin), 'GET /users': () => json(users) }));
  const rep = await screen.findByLabelText<HTMLSelectElement>('Rep');
  await waitFor(() => expect(optionsOf(rep).slice(1)).toEqual(['Ana', 'Bo']));
  expect(rep.value).toBe('');
});

test('when the users fail to load, an admin reads the reason, and "Try again" brings the reps', async () => {
  let isUp = false;
  const listUsers = () => (isUp ? json([aRep, anAdmin]) : json({ error: 'The server is being updated.' }, 500));
  await openApp(paths.startVisit(), locationVisit({ ...signedIn(anAdmin), 'GET /users': listUsers }));
  expect((await screen.findByRole('alert')).textContent).toBe('The server is being updated.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(optionsOf(screen.getByLabelText('Rep')).slice(1)).toEqual(['Ana']));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a location an alert asks for both; it closes when they are picked, and the visit opens', async () => {
  let body: unknown;
  const start = async (request: Request) => {
    body = await request.json();
    return json(visit, 201);
  };
  await openApp(paths.startVisit(), locationVisit({ 'POST /visits': start }));
  const button = await screen.findByRole('button', { name: 'Start' });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe('Pick rep and location');
  expect(body).toBeUndefined();
  await screen.findByRole('option', { name: 'Corner Pantry' });
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Corner Pantry');
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'Corner Pantry' })).toBeDefined();
  expect(currentPath()).toBe('/visits/v1');
  expect(body).toEqual({ location: 'l1', rep: aRep._id });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the alert stays while a rep is chosen, and closes on the way to another screen', async () => {
  await openApp(paths.startVisit(), locationVisit());
  await userEvent.click(await screen.findByRole('button', { name: 'Start' }));
  await screen.findByRole('alert');
  await userEvent.selectOptions(screen.getByLabelText('Rep'), aRep.name);
  expect(screen.getByRole('alert').textContent).toBe('Pick rep and location');
  await userEvent.click(screen.getByRole('link', { name: 'Locations' }));
  await screen.findByRole('heading', { name: 'Locations' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the alert leaves once both are picked, and a refusal with the next choice', async () => {
  const refuse = () => json({ error: 'Corner Pantry was deactivated.' }, 409);
  await openApp(paths.startVisit(), locationVisit({ 'POST /visits': refuse }));
  await screen.findByRole('option', { name: 'Corner Pantry' });
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByText('Pick rep and location');
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Corner Pantry');
  await waitFor(() => expect(screen.queryByText('Pick rep and location')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByText(/Corner Pantry was deactivated/);
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Choose a location…');
  expect(screen.queryByText(/Corner Pantry was deactivated/)).toBeNull();
});

test('a chosen location that is deactivated meanwhile counts as not chosen', async () => {
  let active = true;
  let starts = 0;
  const store = await openApp(
    paths.startVisit(),
    locationVisit({
      'GET /locations': () => json([{ ...location, active, version: 1 }]),
      'POST /visits': () => {
        starts += 1;
        return json(visit, 201);
      },
    }),
  );
  await screen.findByRole('option', { name: 'Corner Pantry' });
  const select = screen.getByLabelText<HTMLSelectElement>('Location');
  await userEvent.selectOptions(select, 'Corner Pantry');
  active = false;
  act(() => void store.dispatch(locationsApi.util.invalidateTags(['Locations'])));
  await waitFor(() => expect(optionsOf(select)).toEqual(['Choose a location…']));
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Pick rep and location');
  expect(starts).toBe(0);
});

test('a chosen rep who is deactivated meanwhile counts as not chosen', async () => {
  let active = true;
  let starts = 0;
  const bo = { ...aRep, _id: 'u4', name: 'Bo' };
  const store = await openApp(
    paths.startVisit(),
    locationVisit({
      ...signedIn(anAdmin),
      'GET /users': () => json([{ ...aRep, active }, bo]),
      'POST /visits': () => {
        starts += 1;
        return json(visit, 201);
      },
    }),
  );
  await screen.findByRole('option', { name: 'Ana' });
  await screen.findByRole('option', { name: 'Corner Pantry' });
  const rep = screen.getByLabelText<HTMLSelectElement>('Rep');
  await userEvent.selectOptions(rep, 'Ana');
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Corner Pantry');
  active = false;
  act(() => void store.dispatch(api.util.invalidateTags(['Users'])));
  await waitFor(() => expect(optionsOf(rep)).toEqual(['Choose a rep…', 'Bo']));
  expect(rep.value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Pick rep and location');
  expect(starts).toBe(0);
});

test('the alert of a second press without a location is a new one, so that it is announced again', async () => {
  await openApp(paths.startVisit(), locationVisit());
  const button = await screen.findByRole('button', { name: 'Start' });
  await userEvent.click(button);
  const first = await screen.findByRole('alert');
  await userEvent.click(button);
  await waitFor(() => expect(first.isConnected).toBe(false));
  expect(screen.getByRole('alert').textContent).toBe('Pick rep and location');
});

test('30 a start pressed on the card and again on the start screen is sent with the same id and the same bytes', async () => {
  const sent: [id: string | null, body: string][] = [];
  const start = async (request: Request) => {
    sent.push([request.headers.get(IDEMPOTENCY_KEY_HEADER), await request.text()]);
    return sent.length === 1 ? json({ error: 'Something broke' }, 500) : json(visit, 201);
  };
  await openApp(paths.locations(), locationVisit({ 'POST /visits': start }));
  await userEvent.click(await screen.findByRole('button', { name: 'Start / Continue Visit' }));
  await screen.findByText(/^Request failed \(500\)/);
  goWithin(paths.startVisit());
  await screen.findByRole('option', { name: 'Corner Pantry' });
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Corner Pantry');
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(currentPath()).toBe(paths.visit('v1')));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});
