import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { messages } from '../../../src/domain/messages';
import { deliveries, users, visits } from '../../../src/server/db/schema';
import { paths } from '../../../src/paths';
import { anaHasOneWaiting, aRepsDay, fillBox, goToLocations, openVisit, submitBox } from '../../support/app/aRepsDay';

const day = aRepsDay();

/** The deliveries at the server, each with its rep's name. */
const sentDeliveries = () =>
  day.server.db
    .select({ rep: users.name })
    .from(deliveries)
    .innerJoin(visits, eq(visits.id, deliveries.visitId))
    .innerJoin(users, eq(users.id, visits.repId));

const logout = async () => userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
const logoutRequested = async () => {
  await logout();
  await screen.findByRole('dialog');
};
const dialog = () => within(screen.getByRole('dialog'));

test('signing out with a waiting change warns, and Cancel changes nothing', async () => {
  await anaHasOneWaiting(day);
  await logoutRequested();
  expect(dialog().getByText(/^1 change has not been sent yet\. It stays on this device/)).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('link', { name: '1 waiting' })).toBeDefined();
});

test('signing out while a change is being sent warns; after the sign-out it is still recorded as Ana’s', async () => {
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  await goToLocations();
  await openVisit();
  await fillBox(3);
  let carry: () => void = () => undefined;
  day.device.network.passing = async (request, response) => {
    if (request.url.endsWith('/deliveries')) await new Promise<void>((resolve) => (carry = resolve));
    return response();
  };
  await submitBox();
  await logoutRequested();
  expect(dialog().getByText(/^1 change is being sent right now\./)).toBeDefined();
  await userEvent.click(dialog().getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  carry();
  day.device.network.passing = null;
  await day.signIn(app, day.bo);
  await logout();
  await screen.findByRole('heading', { name: 'Sign in' });
  await day.signIn(app, day.ana);
  await waitFor(async () => expect(await sentDeliveries()).toEqual([{ rep: 'Ana' }]));
  await waitFor(() => expect(app.getState().queue.entries).toEqual([]));
});

test('after a sign-out without a connection only the owner of a waiting change sees and sends it, not the next user', async () => {
  const app = await anaHasOneWaiting(day);
  await logoutRequested();
  await userEvent.click(dialog().getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(app.getState().visitsCache.byKey).toEqual({});

  day.regainSignal(app);
  await day.signIn(app, day.bo);
  await waitFor(() => expect(screen.getByText('Hi, Bo')).toBeDefined());
  expect(screen.queryByRole('link', { name: /waiting$/ })).toBeNull();
  expect(await day.server.db.select().from(deliveries)).toEqual([]);

  await logout();
  await screen.findByRole('heading', { name: 'Sign in' });
  await day.signIn(app, day.ana);
  expect(await screen.findByText(messages.syncedBanner(1))).toBeDefined();
  expect(await sentDeliveries()).toEqual([{ rep: 'Ana' }]);
});
