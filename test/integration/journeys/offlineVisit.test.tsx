import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { messages } from '../../../src/domain/messages';
import { deliveries, visits } from '../../../src/server/db/schema';
import { paths } from '../../../src/paths';
import { aBox } from '../../support/server/builders';
import { currentPath } from '../../support/app/openApp';
import {
  aRepsDay,
  fillBox,
  goToLocations,
  openOutbox,
  openVisit,
  submitBox,
  submitVisit,
} from '../../support/app/aRepsDay';

const day = aRepsDay();

const visitRows = () => day.server.db.select().from(visits);
const deliveryRows = () => day.server.db.select().from(deliveries);

/** Signed in, ready for the day, and then out of reach, in front of the one store. */
async function offlineInFrontOfTheStore() {
  const app = await day.openApp(paths.login());
  await day.signIn(app, day.ana);
  day.loseSignal(app);
  await goToLocations();
  return app;
}

/** Fills a box of the visit that is open, back on its screen. */
async function refillAt(visitPath: string, colas: number) {
  await fillBox(colas);
  await submitBox();
  await screen.findByText(messages.savedLocally);
  return day.openApp(visitPath);
}

test('a whole visit without a connection, with reloads, is recorded once and under its own id', async () => {
  await offlineInFrontOfTheStore();
  await openVisit();
  const localPath = currentPath();
  expect(localPath).toContain(paths.visit('local-'));

  await refillAt(localPath, 2);
  expect(await screen.findByText('1 of 2 boxes refilled')).toBeDefined();
  expect(screen.getByRole('radio', { name: 'completed' }).hasAttribute('disabled')).toBe(true);
  const app = await refillAt(localPath, 3);
  expect(await screen.findByText('2 of 2 boxes refilled')).toBeDefined();
  expect(screen.getAllByText('waiting to send').length).toBe(3);
  await submitVisit('completed', 'Dock was closed');
  expect(await screen.findByText(messages.savedLocally)).toBeDefined();
  expect(await visitRows()).toEqual([]);

  day.server.time.now = new Date();
  day.regainSignal(app);
  expect(await screen.findByText(messages.syncedBanner(4))).toBeDefined();
  const [visit] = await visitRows();
  expect(visit).toMatchObject({ outcome: 'completed', note: 'Dock was closed', locationId: day.location.locationId });
  expect((await deliveryRows()).map(({ visitId, totalCents }) => ({ visitId, totalCents }))).toEqual([
    { visitId: visit?.id, totalCents: 300 },
    { visitId: visit?.id, totalCents: 450 },
  ]);

  await day.openApp(localPath);
  await waitFor(() => expect(currentPath()).toBe(paths.visit(visit?.id ?? '')));
  expect(await screen.findByRole('button', { name: 'Visit Submitted' })).toBeDefined();
});

test('the URL of a visit started offline changes to the server’s id, and what is typed stays', async () => {
  const app = await offlineInFrontOfTheStore();
  await openVisit();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Half a senten');
  day.regainSignal(app);
  await waitFor(() => expect(currentPath()).not.toContain('local-'));
  const [visit] = await visitRows();
  expect(currentPath()).toBe(paths.visit(visit?.id ?? ''));
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Half a senten');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' }));
});

test('while a visit started offline gets the server’s id, its boxes stay and the focus stays in the note', async () => {
  const app = await offlineInFrontOfTheStore();
  await openVisit();
  for (const colas of [2, 3]) {
    await fillBox(colas);
    await submitBox();
    await userEvent.click(await screen.findByRole('link', { name: 'Back to visit' }));
  }
  await screen.findByText('2 of 2 boxes refilled');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Submit Visit' })));
  const note = screen.getByRole('textbox', { name: 'Note' });
  await userEvent.type(note, 'Half a senten');
  let wasLoading = false;
  const watch = new MutationObserver(() => {
    wasLoading ||= screen.queryByText('2 of 2 boxes refilled') === null;
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  day.regainSignal(app);
  expect(await screen.findByText(messages.syncedBanner(3))).toBeDefined();
  await waitFor(() => expect(currentPath()).not.toContain('local-'));
  await waitFor(() => expect(screen.queryAllByText('waiting to send')).toEqual([]));
  // A focus that is moved comes with the next frame.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  watch.disconnect();
  expect(document.activeElement).toBe(note);
  expect(wasLoading).toBe(false);
});

test('after Back from a box, the sync of a visit started offline leaves the focus where it is', async () => {
  const app = await offlineInFrontOfTheStore();
  await openVisit();
  await fillBox(2);
  await submitBox();
  await userEvent.click(await screen.findByRole('link', { name: 'Back to visit' }));
  const refill = () => screen.findByRole('link', { name: 'Refill this box' });
  await userEvent.click(await refill());
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  await refill();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  day.regainSignal(app);
  await waitFor(() => expect(currentPath()).not.toContain('local-'));
  await waitFor(() => expect(screen.queryAllByText('waiting to send')).toEqual([]));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.activeElement?.tagName).toBe('H1');
});

test('a refused submit stays with its reason, and its edit is sent in its place', async () => {
  await offlineInFrontOfTheStore();
  await openVisit();
  const localPath = currentPath();
  await refillAt(localPath, 2);
  const app = await refillAt(localPath, 3);
  await screen.findByText('2 of 2 boxes refilled');
  await submitVisit('completed', 'All done');
  await screen.findByText(messages.savedLocally);
  await aBox(day.server.db, { locationId: day.location.locationId, position: 3 });
  day.regainSignal(app);
  expect(await screen.findByText(`${messages.syncedBanner(3)} ${messages.remainingBanner(1)}`)).toBeDefined();

  await openOutbox();
  const refused = within(await screen.findByRole('list', { name: 'Refused changes' }));
  const entry = within(refused.getByRole('listitem'));
  expect(entry.getByText(/^Not sent: Not everything at this location has been refilled yet/)).toBeDefined();
  // The visit is open: nothing of this submit is recorded.
  expect(entry.queryByRole('button', { name: 'Leave it' })).toBeNull();
  await userEvent.click(entry.getByRole('link', { name: 'Edit' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'partial' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Nothing waits. Everything you saved is on the server.')).toBeDefined();
  expect(await visitRows()).toMatchObject([{ outcome: 'partial', note: 'All done' }]);
});
