import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { messages } from '../../../src/domain/messages';
import { entryQueued } from '../../../src/offline/actions';
import { paths } from '../../../src/paths';
import {
  sessionConfirmed,
  sessionEnded,
  signedOut as signedOutHere,
  signOutPersisted,
} from '../../../src/state/slices/sessionSlice';
import { anAdmin, aRep, currentPath, json, openApp, signedIn, signedOut } from '../../support/app/openApp';
import { aSummary } from '../../support/queue/anEntry';

const signInResponses = { 'POST /auth/login': () => json({ user: aRep }), 'GET /locations': () => json([]) };

async function signIn(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Email'), 'ana@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'a password');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('a protected route shows that the session is being checked', async () => {
  await openApp(paths.locations(), { 'GET /auth/me': () => new Promise<Response>(() => undefined) });
  expect(screen.getByText('Checking auth…')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Locations' })).toBeNull();
});

test('a signed-out user is sent to the sign-in and returns to the requested page with its query', async () => {
  await openApp('/locations?q=mart', { ...signedOut, ...signInResponses });
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(currentPath()).toBe('/login');
  await signIn();
  expect(await screen.findByRole('heading', { name: 'Locations' })).toBeDefined();
  expect(currentPath()).toBe('/locations?q=mart');
});

test('Login in the header keeps the requested page', async () => {
  await openApp('/locations?q=mart', { ...signedOut, ...signInResponses });
  await userEvent.click(await screen.findByRole('button', { name: 'Login' }));
  await signIn();
  expect(await screen.findByRole('heading', { name: 'Locations' })).toBeDefined();
  expect(currentPath()).toBe('/locations?q=mart');
});

test('after a sign-in on the way to a linked page, Back on that page stays within the app', async () => {
  await openApp(paths.startVisit(), { ...signedOut, ...signInResponses });
  await signIn();
  expect(await screen.findByRole('heading', { name: 'Start Visit' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('heading', { name: 'Locations' })).toBeDefined();
});

test('a user who opens the sign-in page directly goes to the dashboard', async () => {
  await openApp(paths.login(), { ...signedOut, ...signInResponses });
  await signIn();
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
  expect(currentPath()).toBe('/');
});

test('a refused sign-in shows the server’s message and keeps what was typed', async () => {
  const refusal = { 'POST /auth/login': () => json({ error: 'Email or password is wrong.' }, 401) };
  await openApp(paths.login(), { ...signedOut, ...refusal });
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toBe('Email or password is wrong.');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com');
});

test('Logout signs out at once; the next user starts at the dashboard, not on the last user’s page', async () => {
  await openApp(paths.locations(), { ...signedIn(aRep), ...signInResponses, 'POST /auth/logout': () => json(null) });
  await screen.findByRole('heading', { name: 'Locations' });
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await signIn();
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
});

test.each([paths.items(), paths.newItem(), paths.users(), paths.newUser(), paths.newLocation()])(
  'a rep who opens %s sees Forbidden',
  async (path) => {
    await openApp(path, signedIn(aRep));
    expect(await screen.findByRole('heading', { name: messages.forbidden })).toBeDefined();
  },
);

test('an admin may open an admin route', async () => {
  await openApp(paths.users(), signedIn(anAdmin));
  expect(await screen.findByRole('heading', { name: 'Users' })).toBeDefined();
});

test('the sign-in page reports that the server ended the session, and how many changes are kept', async () => {
  const store = await openApp(paths.deliveries(), { ...signedIn(aRep), 'GET /locations': () => json([]) });
  await screen.findByText('Hi, Ana');
  for (const seq of [1, 2]) store.dispatch(entryQueued(aSummary({ id: `e${seq}`, seq, userId: aRep._id })));
  store.dispatch(sessionEnded());
  expect(await screen.findByText('You were signed out. 2 changes are kept on this device.')).toBeDefined();
});

test('the sign-in page reports no ended session after the user’s own sign-out', async () => {
  const store = await openApp(paths.deliveries(), { ...signedIn(aRep), 'POST /auth/logout': () => json(null) });
  await screen.findByText('Hi, Ana');
  store.dispatch(signedOutHere());
  store.dispatch(signOutPersisted());
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(screen.queryByText(/signed out/)).toBeNull();
});

test('when a session check names another user, the form of the first one goes', async () => {
  const store = await openApp(paths.newItem(), signedIn(anAdmin));
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  await userEvent.type(name, 'typed by the first');
  act(() => void store.dispatch(sessionConfirmed({ ...anAdmin, _id: 'another-admin', name: 'Bo' })));
  expect(await screen.findByText('Hi, Bo')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
});
