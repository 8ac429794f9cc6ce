import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { type Responses, anAdmin, json, openApp, signedIn } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

const ann = { _id: 'u9', name: 'Ann', email: 'ann@x.yz', roles: ['rep'], active: true, lastSignInAt: null };
const open = (more: Responses = {}) =>
  openApp(paths.user('u9'), { ...signedIn(anAdmin), 'GET /users': () => json([ann]), ...more });
const input = async (label: string) => (await screen.findByLabelText(label)) as HTMLInputElement;

async function rename(name: string): Promise<void> {
  await userEvent.clear(await input('Name'));
  if (name) await userEvent.type(await input('Name'), name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

/** The bodies of the edits that the server gets. */
function patches() {
  const sent: object[] = [];
  const responses: Responses = {
    'PATCH /users/u9': async (request) => {
      const body = (await request.json()) as object;
      sent.push(body);
      return json({ ...ann, ...body });
    },
  };
  return { sent, responses };
}

test('only what was changed is sent, and the page says that it is saved', async () => {
  const { sent, responses } = patches();
  await open(responses);
  await rename(' Ann Lee ');
  expect(await screen.findByText('User saved.')).toBeDefined();
  expect(sent).toEqual([{ name: 'Ann Lee' }]);
});

test('a save without a change reports success and sends nothing', async () => {
  const { sent, responses } = patches();
  await open(responses);
  await input('Name');
  await press('Save');
  expect(await screen.findByText('User saved.')).toBeDefined();
  expect(sent).toEqual([]);
});

test('a new name leaves an e-mail address alone that another admin changed meanwhile', async () => {
  const sent: unknown[] = [];
  let listed = ann;
  await open({
    'GET /users': () => json([listed]),
    'PATCH /users/u9': async (request) => {
      const body = (await request.json()) as object;
      sent.push(body);
      listed = { ...ann, email: 'ann.lee@x.yz', ...body };
      return json(listed);
    },
  });
  await rename('Ann Lee');
  await waitFor(async () => expect((await input('Email')).value).toBe('ann.lee@x.yz'));
  await rename('Ann Leigh');
  await waitFor(() => expect(sent).toEqual([{ name: 'Ann Lee' }, { name: 'Ann Leigh' }]));
});

test('a missing name shows at its field, and nothing is sent', async () => {
  const { sent, responses } = patches();
  await open(responses);
  await rename('');
  expect((await input('Name')).getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('a taken e-mail address is refused in the form, which keeps what was typed', async () => {
  await open({ 'PATCH /users/u9': () => json({ error: 'This email is taken' }, 409) });
  await userEvent.clear(await input('Email'));
  await userEvent.type(await input('Email'), 'bo@x.yz');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This email is taken')).toBeDefined();
  expect((await input('Email')).value).toBe('bo@x.yz');
});

test('a save that fails removes what the save before it reported', async () => {
  await open({ 'PATCH /users/u9': () => json({ error: 'This email is taken' }, 409) });
  await input('Email');
  await press('Save');
  await screen.findByText('User saved.');
  await userEvent.clear(await input('Email'));
  await userEvent.type(await input('Email'), 'bo@x.yz');
  await press('Save');
  expect(await screen.findByText('This email is taken')).toBeDefined();
  expect(screen.queryByText('User saved.')).toBeNull();
});

test('a one-time password is created after a confirmation, and shown', async () => {
  let requests = 0;
  await open({
    'POST /users/u9/password': () => {
      requests += 1;
      return json({ oneTimePassword: 'abcd-efgh', expiresAt: '2026-03-11T15:00:00.000Z' });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset the password of Ann?' });
  expect(requests).toBe(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('abcd-efgh')).toBeDefined();
});

test('on a page without a clipboard, Copy of the one-time password says so', async () => {
  expect(navigator.clipboard).toBeUndefined();
  await open({
    'POST /users/u9/password': () => json({ oneTimePassword: 'abcd-efgh', expiresAt: '2026-03-11T15:00:00.000Z' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }));
  await press('Copy');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This browser does not allow copying/);
});

test('a failed password reset says why', async () => {
  await open({ 'POST /users/u9/password': () => json({ error: 'Not now' }, 503) });
  await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('Not now')).toBeDefined();
});

test.each<[string, () => Response | Promise<Response>, RegExp]>([
  ['that is loading', () => new Promise(() => undefined), /Loading the user/],
  ['that cannot be loaded', () => json({ error: 'Not now' }, 503), /Not now/],
  ['that is not there', () => json([]), /not found|does not exist|nothing/i],
])('a user %s is said in words', async (_what, response, text) => {
  await open({ 'GET /users': response });
  expect(await screen.findByText(text)).toBeDefined();
});

test('the own password is changed on the page of the account: a reset would end the session that shows it', async () => {
  await openApp(paths.user(anAdmin._id), {
    ...signedIn(anAdmin),
    'GET /users': () => json([{ ...anAdmin, active: true, lastSignInAt: null }]),
  });
  expect((await screen.findByRole('link', { name: 'Change your own password' })).getAttribute('href')).toBe('/account');
  expect(screen.queryByRole('button', { name: 'Reset password' })).toBeNull();
});
