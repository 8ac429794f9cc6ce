import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { messages } from '../../../../src/domain/messages';
import { screenMessages } from '../../../../src/domain/screenMessages';
import { syncRequested } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { deliveries, users } from '../../../../src/server/db/schema';
import { catchDownloads } from '../../../support/app/catchDownloads';
import { noNetwork } from '../../../support/app/device';
import { anaHasOneWaiting, aRepsDay, goToLocations } from '../../../support/app/aRepsDay';

const day = aRepsDay();

const ONE_WAITS = 'This account is deactivated. 1 change is waiting on this device.';

/** Ana has filled a box without a connection, and an admin has deactivated her meanwhile. */
async function anaIsDeactivatedWithOneWaiting() {
  const app = await anaHasOneWaiting(day);
  await day.server.db.update(users).set({ active: false }).where(eq(users.email, day.ana));
  return app;
}

test('a pass that a deactivated account ends shows it and marks no entry; the unsent work can be downloaded', async () => {
  const app = await anaIsDeactivatedWithOneWaiting();
  const [before] = app.getState().queue.entries;
  day.regainSignal(app);
  expect(await screen.findByRole('heading', { name: ONE_WAITS })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Locations' })).toBeNull();
  // It was said that the change will sync when back online.
  expect(screen.queryByText(messages.savedLocally)).toBeNull();
  const { entries } = app.getState().queue;
  expect(entries).toMatchObject([{ id: before?.id, state: 'waiting' }]);
  // On a slow machine the retry timer has tried it without a connection. That error has no status.
  expect(entries[0]?.lastError?.status ?? null).toBeNull();

  const files = catchDownloads();
  await userEvent.click(screen.getByRole('button', { name: 'Download all unsent work' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const saved: unknown = JSON.parse((await files[0]?.blob.text()) ?? '');
  expect(saved).toMatchObject({ entries: [{ id: before?.id, call: 'createDelivery' }] });

  const { requests } = countRequests();
  app.dispatch(syncRequested({}));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(requests).toEqual([]);
});

/** Everything the device asks the server from now on. */
function countRequests() {
  const requests: string[] = [];
  day.device.network.passing = (request, response) => {
    requests.push(request.url);
    return response();
  };
  return { requests };
}

test('the deactivation survives an offline reload until another user signs in; the entries stay Ana’s', async () => {
  await anaIsDeactivatedWithOneWaiting();
  day.device.network.fault = null;
  cleanup();
  await day.openApp(paths.locations());
  await screen.findByRole('heading', { name: ONE_WAITS });
  await waitFor(() => expect([...day.device.caches.values()].join()).toMatch(/isDeactivated[^,]+true/));

  day.device.network.fault = noNetwork;
  const offline = await day.openApp(paths.dashboard());
  await screen.findByRole('heading', { name: ONE_WAITS });

  day.regainSignal(offline);
  await userEvent.click(screen.getByRole('link', { name: 'Sign in as somebody else' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  await day.signIn(offline, day.bo);
  expect(await screen.findByText('Hi, Bo')).toBeDefined();
  expect(screen.queryByRole('link', { name: /waiting$/ })).toBeNull();
  expect(await day.server.db.select().from(deliveries)).toEqual([]);
  expect(offline.getState().queue.entries).toHaveLength(1);
});

test('a refused read shows the deactivation, also with an empty queue; the sign-in stays reachable', async () => {
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  await day.server.db.update(users).set({ active: false }).where(eq(users.email, day.ana));
  await goToLocations();
  expect(await screen.findByRole('heading', { name: screenMessages.accountDeactivated })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Download all unsent work' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Sign in as somebody else' }));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined();
});

test('a portal page with the same status does not show the account as deactivated', async () => {
  await anaIsDeactivatedWithOneWaiting();
  await day.server.db.update(users).set({ active: true }).where(eq(users.email, day.ana));
  cleanup();
  const page = '<h1>This account is deactivated.</h1>';
  day.device.network.fault = async () => new Response(page, { status: 403, headers: { 'Content-Type': 'text/html' } });
  const app = await day.openApp(paths.locations());
  expect(await screen.findByText('Hi, Ana')).toBeDefined();
  expect(await screen.findByRole('link', { name: '1 waiting' })).toBeDefined();
  expect(app.getState().session.isDeactivated).toBe(false);
});
