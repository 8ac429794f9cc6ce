import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { type Responses, aRep, currentPath, json, openApp } from '../../../support/app/openApp';

const demo = [
  { name: 'Dana Whitfield', email: 'admin@example.com', password: 'demo-admin', roles: ['admin'] },
  { name: 'Marcus Bell', email: 'rep@example.com', password: 'demo-rep', roles: ['rep'] },
];

const signedOut: Responses = { 'GET /auth/me': () => new Response(null, { status: 204 }) };

const field = async (label: string) => (await screen.findByLabelText(label)) as HTMLInputElement;

test('a tap on a demo account fills the form, and Sign in does the rest', async () => {
  let sent: unknown;
  await openApp(paths.login(), {
    ...signedOut,
    'GET /demo-accounts': () => json(demo),
    'POST /auth/login': async (request) => {
      sent = await request.json();
      return json({ user: aRep });
    },
  });
  const account = await screen.findByRole('button', { name: /Marcus Bell/ });
  expect(account.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(account);
  expect((await field('Email')).value).toBe('rep@example.com');
  expect((await field('Password')).value).toBe('demo-rep');
  expect(account.getAttribute('aria-pressed')).toBe('true');
  expect(sent).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(currentPath()).toBe('/'));
  expect(sent).toEqual({ email: 'rep@example.com', password: 'demo-rep' });
});

test.each<[string, Responses]>([
  ['names none', { 'GET /demo-accounts': () => json([]) }],
  ['does not know the call', { 'GET /demo-accounts': () => json({ error: 'Not found' }, 404) }],
  ['never responds to the call', { 'GET /demo-accounts': () => new Promise<Response>(() => undefined) }],
])('a server that %s shows no account and lets people sign in', async (_, responses) => {
  await openApp(paths.login(), { ...signedOut, ...responses, 'POST /auth/login': () => json({ user: aRep }) });
  await userEvent.type(await field('Email'), 'ana@example.com');
  await userEvent.type(await field('Password'), 'correct horse');
  expect(screen.queryByText('Demo accounts')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(currentPath()).toBe('/'));
});
