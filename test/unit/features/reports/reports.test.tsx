import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { isoDay } from '../../../../src/domain/dates';
import { connectivityChanged, replayReported } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { catchDownloads, type SavedFile } from '../../../support/app/catchDownloads';
import { noNetwork } from '../../../support/app/device';
import { type Responses, anAdmin, aRep, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';
import { press } from '../../../support/app/press';

let saved: SavedFile[] = [];
beforeEach(() => {
  saved = catchDownloads();
});

/** The saved files: name and text. */
const savedTexts = () => Promise.all(saved.map(async ({ name, blob }) => ({ name, text: await blob.text() })));

const csv = (request: Request) =>
  new Response(`${new URL(request.url).search}\r\n`, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });

const responses: Responses = {
  ...signedIn(aRep),
  'GET /locations': () => json([{ _id: 'l1', name: 'Corner Pantry' }]),
  'GET /exports/deliveries.csv': csv,
  'GET /exports/items-summary.csv': csv,
  'GET /exports/reps.csv': csv,
  'GET /exports/location-history.csv': csv,
};

test.each([
  ['Delivery lines', 'delivery-lines', '?location=l1&repName=be&mode=lines'],
  ['Deliveries', 'deliveries', '?location=l1&repName=be&mode=deliveries'],
  ['Items summary', 'items-summary', '?location=l1&repName=be'],
  ['Reps', 'reps', '?location=l1&repName=be'],
  ['Location history', 'location-history', '?location=l1&repName=be'],
])('%s downloads %s_{date}.csv of the filtered rows', async (button, name, query) => {
  await openApp(`${paths.reports()}?location=l1&repName=be`, responses);
  await press(button);
  const file = `${name}_${isoDay(new Date())}.csv`;
  expect(await screen.findByText(`Saved ${file}`)).toBeDefined();
  await waitFor(async () => expect(await savedTexts()).toEqual([{ name: file, text: `${query}\r\n` }]));
});

test('a history without a location is not requested', async () => {
  await openApp(paths.reports(), responses);
  await press('Location history');
  expect((await screen.findByRole('alert')).textContent).toBe('Pick a Location to export its history.');
  expect(saved).toEqual([]);
});

test('the alert about a missing location closes when one is chosen', async () => {
  await openApp(paths.reports(), responses);
  await press('Location history');
  await screen.findByRole('alert');
  await userEvent.selectOptions(screen.getByLabelText('Location'), 'Corner Pantry');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a refused export shows an alert with its status and 160 characters of the response', async () => {
  const body = 'x'.repeat(300);
  await openApp(paths.reports(), { ...responses, 'GET /exports/reps.csv': () => new Response(body, { status: 500 }) });
  await press('Reps');
  expect((await screen.findByRole('alert')).textContent).toBe(`Export failed (500): ${'x'.repeat(160)}`);
  expect(saved).toEqual([]);
});

test('no file is offered while the range of days is wrong', async () => {
  await openApp(`${paths.reports()}?from=20266-11-21`, responses);
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Reps' })).disabled).toBe(true);
});

test('an export without a connection says why, and can be tried again', async () => {
  await openApp(paths.reports(), { ...responses, 'GET /exports/reps.csv': noNetwork });
  await press('Reps');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Export failed: No connection/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reps' }).disabled).toBe(false);
});

test('the alert of a failed export goes away when the export is tried again', async () => {
  const respond: Responses = { ...responses, 'GET /exports/reps.csv': noNetwork };
  await openApp(paths.reports(), respond);
  await press('Reps');
  await screen.findByRole('alert');
  respond['GET /exports/reps.csv'] = csv;
  await press('Reps');
  expect(await screen.findByText(/^Saved reps_/)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an HTML page in place of the file is not saved', async () => {
  const portal = () => new Response('<html>Sign in to the Wi-Fi', { headers: { 'Content-Type': 'text/html' } });
  await openApp(paths.reports(), { ...responses, 'GET /exports/reps.csv': portal });
  await press('Reps');
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(saved).toEqual([]);
});

test('while a file downloads, its button says so and the others are disabled', async () => {
  let finish: (response: Response) => void = () => undefined;
  const slow = () => new Promise<Response>((resolve) => (finish = resolve));
  await openApp(paths.reports(), { ...responses, 'GET /exports/reps.csv': slow });
  await press('Reps');
  expect(await screen.findByRole('button', { name: 'Preparing…' })).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Deliveries' }).disabled).toBe(true);
  finish(new Response('a', { headers: { 'Content-Type': 'text/csv' } }));
  expect(await screen.findByText(/^Saved reps_/)).toBeDefined();
});

test('an admin filters by a user, who is sent as repId', async () => {
  const ben = { _id: 'u7', name: 'Ben', email: 'b@x.y', roles: ['rep'], active: true };
  await openApp(paths.reports(), { ...responses, ...signedIn(anAdmin), 'GET /users': () => json([ben]) });
  await screen.findByRole('option', { name: 'Ben (rep)' });
  await userEvent.selectOptions(screen.getByLabelText('Rep'), 'Ben (rep)');
  await press('Reps');
  await waitFor(async () => expect((await savedTexts())[0]?.text).toBe('?repId=u7\r\n'));
});

test('the offline banner has a text of its own here', async () => {
  const store = await openApp(paths.reports(), responses);
  await screen.findByRole('button', { name: 'Reps' });
  act(() => void store.dispatch(connectivityChanged({ online: false })));
  expect(await screen.findByText('Offline: 0 change(s) queued. They’ll sync when you’re back online.')).toBeDefined();
  act(() => {
    store.dispatch(connectivityChanged({ online: true }));
    const report = {
      userId: aRep._id,
      pushed: 2,
      refused: 0,
      remaining: 0,
      ended: 'finished' as const,
      retryAfterMs: null,
      at: 0,
    };
    store.dispatch(replayReported(report));
  });
  expect(await screen.findByText('Synced 2 queued change(s).')).toBeDefined();
});

test('an export right after typing uses the typed text, before the debounce', async () => {
  await openApp(`${paths.reports()}?location=l1`, responses);
  fireEvent.change(await screen.findByLabelText('Rep name contains'), { target: { value: 'be' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reps' }));
  expect(currentPath()).toBe('/reports?location=l1');
  await waitFor(async () => expect((await savedTexts())[0]?.text).toBe('?location=l1&repName=be\r\n'));
});
