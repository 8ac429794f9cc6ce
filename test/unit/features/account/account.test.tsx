import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { saveDraft } from '../../../../src/state/drafts/drafts';
import { type Responses, aRep, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';

test('a user who signed in with a one-time password must choose another before the requested page opens', async () => {
  const sent: unknown[] = [];
  await openApp(paths.locations(), {
    'GET /auth/me': () => json({ user: aRep, mustChangePassword: true }),
    'GET /locations': () => json([]),
    'POST /auth/password': async (request) => {
      sent.push(await request.json());
      return json({ user: aRep });
    },
  });
  await userEvent.type(await screen.findByLabelText('One-time password'), 'given by Ida');
  expect(currentPath()).toBe(paths.account());
  await userEvent.type(screen.getByLabelText('New password'), 'correct horse');
  await userEvent.type(screen.getByLabelText('New password again'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(currentPath()).toBe(paths.locations()));
  expect(sent).toEqual([{ currentPassword: 'given by Ida', newPassword: 'correct horse' }]);
});

const AT = '2026-03-10T15:00:00.000Z';
const session = { _id: 's1', userAgent: 'curl', ip: '192.0.2.1', createdAt: AT, lastSeenAt: AT, current: true };
const other = { ...session, _id: 's2', userAgent: 'Firefox', current: false };
const open = (more: Responses = {}) =>
  openApp(paths.account(), { ...signedIn(aRep), 'GET /auth/sessions': () => json([session, other]), ...more });
const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

async function change(current: string, next: string, repeated = next): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Current password'), current);
  await userEvent.type(input('New password'), next);
  await userEvent.type(input('New password again'), repeated);
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

test.each([
  ['a short one', 'short', 'short', 'New password'],
  ['another one in the second field', 'correct horse', 'correct house', 'New password again'],
])('a new password, %s, is refused at its field and not sent', async (_what, next, repeated, label) => {
  await open({ 'POST /auth/password': () => json({ error: 'It was sent.' }, 500) });
  await change('the old one', next, repeated);
  expect(input(label).getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('It was sent.')).toBeNull();
});

test('a wrong current password shows in the form, which keeps what was typed', async () => {
  await open({ 'POST /auth/password': () => json({ error: 'The current password is wrong.' }, 400) });
  await change('not this one', 'correct horse');
  expect(await screen.findByText('The current password is wrong.')).toBeDefined();
  expect(input('New password').value).toBe('correct horse');
});

test('ending another session refetches the list', async () => {
  const sessions = [session, other];
  await open({
    'GET /auth/sessions': () => json(sessions),
    'DELETE /auth/sessions/s2': () => {
      sessions.pop();
      return new Response(null, { status: 204 });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^End the session of/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End the session of/ })).toBeNull());
  expect(screen.getByText('this device')).toBeDefined();
});

test('the page says why the sessions cannot be loaded', async () => {
  await open({ 'GET /auth/sessions': () => json({ error: 'Not now' }, 503) });
  expect(await screen.findByText('Not now')).toBeDefined();
});

test('Sign out everywhere asks first', async () => {
  let requests = 0;
  await open({
    'DELETE /auth/sessions': () => {
      requests += 1;
      return new Response(null, { status: 204 });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' });
  expect(requests).toBe(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(currentPath()).toContain(paths.login()));
  expect(requests).toBe(1);
});

test('Sign out everywhere says that it removes what was entered in forms', async () => {
  const app = await open();
  const button = await screen.findByRole('button', { name: 'Sign out everywhere' });
  app.dispatch(saveDraft({ id: 'w1', form: 'new delivery v1 b1', value: {} }));
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' });
  expect(within(dialog).getByText(/^1 form is filled in and not sent/)).toBeDefined();
});
