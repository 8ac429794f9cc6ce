import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../src/paths';
import { storageMeasured, updateBecameReady } from '../../src/state/deviceSlice';
import { draftDropped, draftKept } from '../../src/state/draftsSlice';
import { replayFinished, replayStarted } from '../../src/offline/queueActions';
import { type Answers, aRep, json, openApp, signedIn, signedOut } from '../setup/openApp';

const location = { _id: 'l1', name: 'Corner Pantry' };
const lists: Answers = {
  'GET /items': () => json([]),
  'GET /locations': () => json([location]),
  'GET /boxes': () => json([{ _id: 'b1', label: 'Cooler', size: 'S', location }]),
  'GET /health': () => json({ ok: true, now: new Date().toISOString() }),
};

const openLocations = (more: Answers = {}) => openApp(paths.locations(), { ...signedIn(aRep), ...lists, ...more });
const minutesOff = (minutes: number) => () =>
  json({ ok: true, now: new Date(Date.now() + minutes * 60_000).toISOString() });

test('after a sign-in the day is fetched, and the line under the header says that the device is ready', async () => {
  await openLocations();
  expect(await screen.findByText(/^Ready offline · 1 location · \d\d:\d\d$/)).toBeDefined();
});

test('Escape closes what the line opens', async () => {
  await openLocations();
  await userEvent.click(await screen.findByText(/^Ready offline/));
  (await screen.findByRole('button', { name: 'Fetch again' })).focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Fetch again' })).toBeNull();
  expect(document.activeElement?.textContent).toMatch(/^Ready offline/);
});

test('nobody signed in sees nothing of it', async () => {
  await openApp(paths.login(), signedOut);
  await screen.findByRole('button', { name: 'Login' });
  expect(screen.queryByText(/offline/)).toBeNull();
});

test('what is missing is named, with the way to fetch it', async () => {
  let isDown = true;
  await openLocations({ 'GET /items': () => (isDown ? json({ error: 'The server is tired' }, 500) : json([])) });
  await userEvent.click(await screen.findByText('Not ready offline · items and boxes missing'));
  expect(await screen.findByText('The server is tired')).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Get ready now' }));
  expect(await screen.findByText(/^Ready offline/)).toBeDefined();
});

test('a server that lists no boxes without a location is asked for each location', async () => {
  const asked: (string | null)[] = [];
  const boxes = (request: Request) => {
    const of = new URL(request.url).searchParams.get('location');
    asked.push(of);
    return json(of ? [{ _id: 'b1', label: 'Cooler', size: 'S', location }] : []);
  };
  await openLocations({ 'GET /boxes': boxes });
  expect(await screen.findByText(/^Ready offline · 1 location/)).toBeDefined();
  expect(asked).toEqual([null, 'l1']);
});

test('a new version is offered only while no form is half filled and nothing is being sent', async () => {
  const app = await openLocations();
  await screen.findByText(/^Ready offline/);
  const offer = () => screen.queryByText('A new version is ready.');
  app.dispatch(draftKept({ key: 'a form', value: {}, savedAt: 1 }));
  app.dispatch(updateBecameReady());
  await waitFor(() => expect(app.getState().device.updateReady).toBe(true));
  expect(offer()).toBeNull();
  app.dispatch(draftDropped('a form'));
  expect(await screen.findByText('A new version is ready.')).toBeDefined();
  app.dispatch(replayStarted({ userId: aRep._id }));
  await waitFor(() => expect(offer()).toBeNull());
  const report = { userId: aRep._id, pushed: 0, refused: 0, remaining: 0, retryAfterMs: null, at: 1 };
  app.dispatch(replayFinished({ ...report, ended: 'finished' }));
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined();
});

test('a clock that is more than ten minutes off is told, and which way', async () => {
  await openLocations({ 'GET /health': minutesOff(-25) });
  expect(await screen.findByText(/^The clock of this device is 25 minutes ahead\./)).toBeDefined();
});

test('a clock that is nine minutes off is not', async () => {
  const app = await openLocations({ 'GET /health': minutesOff(9) });
  await waitFor(() => expect(app.getState().device.clockOffMs).toBeGreaterThan(500_000));
  expect(screen.queryByText(/^The clock of this device/)).toBeNull();
});

test('little space is told before a save fails', async () => {
  const app = await openLocations();
  app.dispatch(storageMeasured({ spaceLeftBytes: 49_000_000, storageKept: null }));
  expect(await screen.findByText(/^Little space is left on this device/)).toBeDefined();
  app.dispatch(storageMeasured({ spaceLeftBytes: 51_000_000, storageKept: null }));
  await waitFor(() => expect(screen.queryByText(/^Little space is left/)).toBeNull());
});
