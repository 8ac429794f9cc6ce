import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/paths';
import { aRep, currentPath, json, openApp } from '../../../support/app/openApp';

test('whoever signed in with a one-time password is led to choose another, and then on', async () => {
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
