import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { type Responses, anAdmin, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';

const ann = { _id: 'u9', name: 'Ann', email: 'ann@x.y', roles: ['rep'], active: true };

/** A server that keeps what it is told, unless it refuses. */
function aServer(refusal?: () => Response) {
  const user = { ...ann };
  const sent: unknown[] = [];
  const responses: Responses = {
    ...signedIn(anAdmin),
    'GET /users': () => json([user]),
    'PATCH /users/u9': async (request) => {
      const body = (await request.json()) as Partial<typeof ann>;
      sent.push(body);
      if (refusal) return refusal();
      return json(Object.assign(user, body));
    },
  };
  return { responses, sent, user };
}

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('a role checkbox changes the roles only', async () => {
  const { responses, sent } = aServer();
  await openApp(paths.users(), responses);
  expect((await box('Rep: Ann')).checked).toBe(true);
  await userEvent.click(await box('Admin: Ann'));
  await waitFor(() => expect(sent).toEqual([{ roles: ['rep', 'admin'] }]));
  expect((await box('Admin: Ann')).checked).toBe(true);
});

test('the active checkbox changes the active flag only', async () => {
  const { responses, sent } = aServer();
  await openApp(paths.users(), responses);
  await userEvent.click(await box('Active: Ann'));
  await waitFor(() => expect(sent).toEqual([{ active: false }]));
});

test('a changed checkbox shows at once, and is reverted with the reason when the server refuses', async () => {
  let refuse: (response: Response) => void = () => undefined;
  const { responses } = aServer(() => json({}));
  responses['PATCH /users/u9'] = () => new Promise((resolve) => (refuse = resolve));
  await openApp(paths.users(), responses);
  await userEvent.click(await box('Active: Ann'));
  expect((await box('Active: Ann')).checked).toBe(false);
  refuse(json({ error: `The last admin stays. ${'x'.repeat(200)}` }, 409));
  const text = (await screen.findByRole('alert')).textContent ?? '';
  expect(text).toBe(`User update failed (409): ${`{"error":"The last admin stays. ${'x'.repeat(200)}`.slice(0, 120)}`);
  await waitFor(async () => expect((await box('Active: Ann')).checked).toBe(true));
});

test('the last role cannot be removed, and no request is sent', async () => {
  const { responses, sent } = aServer();
  await openApp(paths.users(), responses);
  await userEvent.click(await box('Rep: Ann'));
  expect(await screen.findByText('A user must have at least one role (rep or admin).')).toBeDefined();
  expect((await box('Rep: Ann')).checked).toBe(true);
  expect(sent).toEqual([]);
});

test('a checkbox on an old page does not restore a role that was removed since', async () => {
  const { responses, sent, user } = aServer();
  user.roles = ['rep', 'admin'];
  await openApp(paths.users(), responses);
  expect((await box('Admin: Ann')).checked).toBe(true);
  user.roles = ['rep'];
  await userEvent.click(await box('Rep: Ann'));
  expect(await screen.findByText('A user must have at least one role (rep or admin).')).toBeDefined();
  await waitFor(async () => expect((await box('Admin: Ann')).checked).toBe(false));
  expect((await box('Rep: Ann')).checked).toBe(true);
  expect(sent).toEqual([]);
});

test('a role of a user whom the server no longer lists is not changed', async () => {
  const { responses, sent } = aServer();
  await openApp(paths.users(), responses);
  await box('Admin: Ann');
  responses['GET /users'] = () => json([]);
  await userEvent.click(await box('Admin: Ann'));
  expect(await screen.findByText('No users to show.')).toBeDefined();
  expect(sent).toEqual([]);
});

test('two quick changes of one user show at once and are sent one after the other', async () => {
  const { responses, sent } = aServer();
  const keep = responses['PATCH /users/u9'] ?? (() => json({}));
  const held: (() => void)[] = [];
  responses['PATCH /users/u9'] = async (request) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return keep(request);
  };
  await openApp(paths.users(), responses);
  await userEvent.click(await box('Admin: Ann'));
  await userEvent.click(await box('Rep: Ann'));
  expect([(await box('Admin: Ann')).checked, (await box('Rep: Ann')).checked]).toEqual([true, false]);
  await waitFor(() => expect(held).toHaveLength(1));
  held[0]?.();
  await waitFor(() => expect(held).toHaveLength(2));
  held[1]?.();
  await waitFor(() => expect(sent).toEqual([{ roles: ['rep', 'admin'] }, { roles: ['admin'] }]));
});

test('a refused role is not sent again by the next quick change', async () => {
  const { responses, sent } = aServer();
  const keep = responses['PATCH /users/u9'] ?? (() => json({}));
  let refuse: (response: Response) => void = () => undefined;
  let patches = 0;
  responses['PATCH /users/u9'] = (request) => {
    patches += 1;
    return patches === 1 ? new Promise((resolve) => (refuse = resolve)) : keep(request);
  };
  await openApp(paths.users(), responses);
  await userEvent.click(await box('Admin: Ann'));
  await userEvent.click(await box('Rep: Ann'));
  await waitFor(() => expect(patches).toBe(1));
  refuse(json({ error: 'Not now.' }, 409));
  expect(await screen.findByText('A user must have at least one role (rep or admin).')).toBeDefined();
  await waitFor(async () => expect((await box('Rep: Ann')).checked).toBe(true));
  expect((await box('Admin: Ann')).checked).toBe(false);
  expect(sent).toEqual([]);
});

test('a refused change keeps its error although the list cannot be read again', async () => {
  let isDown = false;
  const { responses, user } = aServer(() => {
    isDown = true;
    return json({ error: 'Not now.' }, 503);
  });
  await openApp(paths.users(), {
    ...responses,
    'GET /users': () => (isDown ? json({ error: 'Down' }, 503) : json([user])),
  });
  await userEvent.click(await box('Admin: Ann'));
  expect(await screen.findByText('Down')).toBeDefined();
  expect(screen.getByText(/^User update failed \(503\)/)).toBeDefined();
  expect((await box('Admin: Ann')).checked).toBe(false);
});

test('a list that cannot be loaded is empty and says why', async () => {
  await openApp(paths.users(), { ...signedIn(anAdmin), 'GET /users': () => json({ error: 'Not now' }, 503) });
  expect(await screen.findByText('Not now')).toBeDefined();
  expect(screen.getByText('No users to show.')).toBeDefined();
});

test('a new user needs name, email, password and a role; each error shows at its field', async () => {
  await openApp(paths.newUser(), aServer().responses);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Rep' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect(screen.getByRole('textbox', { name: 'Name', description: 'Enter a name' })).toBe(document.activeElement);
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('A user must have at least one role (rep or admin).')).toBeDefined();
});

async function createBea() {
  await userEvent.type(await screen.findByLabelText('Name'), ' Bea ');
  await userEvent.type(screen.getByLabelText('Email'), 'bea@x.yz');
  await userEvent.type(screen.getByLabelText('Password'), 'long enough 7');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
}

test('a new user is an active rep by default, and the list opens next', async () => {
  let sent: unknown;
  const { responses } = aServer();
  responses['POST /users'] = async (request) => {
    sent = await request.json();
    return json({ ...ann, _id: 'u10', name: 'Bea' }, 201);
  };
  await openApp(paths.newUser(), responses);
  await createBea();
  await waitFor(() => expect(currentPath()).toBe('/users'));
  expect(sent).toEqual({ name: 'Bea', email: 'bea@x.yz', password: 'long enough 7', roles: ['rep'], active: true });
});

test.each([
  [() => json({ error: 'This email is taken' }, 409), 'This email is taken'],
  [() => new Response('<html>', { status: 502 }), 'User create failed'],
])('a refused user shows an error, and the form stays', async (respond, text) => {
  await openApp(paths.newUser(), { ...aServer().responses, 'POST /users': respond });
  await createBea();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('bea@x.yz');
});
