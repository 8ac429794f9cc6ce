import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import { keepFocus } from '../../../src/app/keepFocus';
import { paths } from '../../../src/paths';
import { listedDeliveries } from '../../support/app/listedDeliveries';
import { anAdmin, currentPath, json, openApp, signedIn } from '../../support/app/openApp';

beforeAll(keepFocus);

test('Next keeps the focus of the keyboard while the next page is loaded', async () => {
  const { responses } = listedDeliveries();
  await openApp(paths.deliveries(), responses);
  const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Next' });
  next.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Page 2');
  await screen.findByText('Showing 3 of 58 results');
  expect(document.activeElement).toBe(next);
});

test('a second Enter in a form that is being sent does not press Cancel', async () => {
  let respond: (response: Response) => void = () => undefined;
  await openApp(paths.newLocation(), {
    ...signedIn(anAdmin),
    'POST /locations': () => new Promise((resolve) => (respond = resolve)),
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  await userEvent.type(name, 'Corner Pantry{Enter}');
  await screen.findByRole('button', { name: 'Creating…' });
  await userEvent.keyboard('{Enter}');
  expect(currentPath()).toBe(paths.newLocation());
  respond(json({ error: 'Not now' }, 500));
  await waitFor(() => expect(name.matches(':disabled')).toBe(false));
  expect(name.value).toBe('Corner Pantry');
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});
