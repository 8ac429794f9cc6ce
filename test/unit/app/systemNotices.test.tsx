import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { paths } from '../../../src/paths';
import { boxesCache } from '../../../src/state/slices/boxesCache';
import { storageMeasured, updateBecameReady } from '../../../src/state/slices/deviceSlice';
import { draftDropped, draftSaved } from '../../../src/state/slices/draftsSlice';
import { replayFinished, replayStarted } from '../../../src/offline/actions';
import { aDevice, type Device } from '../../support/app/device';
import { type Responses, aRep, json, openApp, signedIn, signedOut } from '../../support/app/openApp';

const DAY_MS = 86_400_000;

const location = { _id: 'l1', name: 'Corner Pantry' };
const lists: Responses = {
  'GET /items': () => json([]),
  'GET /locations': () => json([location]),
  'GET /boxes': () => json([{ _id: 'b1', label: 'Cooler', size: 'S', location }]),
  'GET /deliveries': () => json({ data: [] }),
  'GET /health': () => json({ ok: true, now: new Date().toISOString() }),
};

const openLocations = (more: Responses = {}) => openApp(paths.locations(), { ...signedIn(aRep), ...lists, ...more });
const minutesOff = (minutes: number) => () =>
  json({ ok: true, now: new Date(Date.now() + minutes * 60_000).toISOString() });

/** What the device keeps of the day, as texts by their keys. */
const keptDay = ({ caches }: Device) =>
  [...caches].filter(([key, text]) => /(items|locations|boxes)Cache$/.test(key) && /savedAt/.test(text));

test('a sign-in fetches the data of the day, and the line under the header says that the device is ready', async () => {
  await openLocations();
  expect(await screen.findByText(/^Ready offline · 1 location · \d\d:\d\d$/)).toBeDefined();
});

test('the line says for how many locations the last deliveries are here, until they are here for all', async () => {
  let respond = () => {};
  const history = new Promise<void>((resolve) => (respond = resolve));
  await openLocations({ 'GET /deliveries': () => history.then(() => json({ data: [] })) });
  expect(await screen.findByText(/^Ready offline · history 0\/1 · \d\d:\d\d$/)).toBeDefined();
  respond();
  expect(await screen.findByText(/^Ready offline · 1 location · \d\d:\d\d$/)).toBeDefined();
});

test.each([
  { off: -DAY_MS, caches: /items/, fetched: ['GET /items'] },
  { off: -DAY_MS, caches: /locations|boxes/, fetched: ['GET /locations', 'GET /boxes'] },
  { off: DAY_MS, caches: /items|locations|boxes/, fetched: ['GET /items', 'GET /locations', 'GET /boxes'] },
])('a start fetches only the data that is of another day: $fetched', async ({ off, caches, fetched }) => {
  const calls: string[] = [];
  const counting = Object.entries(lists).map(([name, response]): [string, typeof response] => [
    name,
    (request) => {
      calls.push(name);
      return response(request);
    },
  ]);
  const responses = { ...signedIn(aRep), ...Object.fromEntries(counting) };
  const device = aDevice('http://server.test');
  await openApp(paths.outbox(), responses, device);
  await screen.findByText(/^Ready offline/);
  await waitFor(() => expect(keptDay(device)).toHaveLength(3));
  for (const [key, text] of keptDay(device).filter(([key]) => caches.test(key))) {
    device.caches.set(
      key,
      text.replaceAll(/(savedAt\D+)(\d+)/g, (_, name: string, at: string) => name + (Number(at) + off)),
    );
  }
  cleanup();
  calls.length = 0;
  await openApp(paths.outbox(), responses, device);
  await waitFor(() => expect(calls).toEqual(expect.arrayContaining(fetched)));
  await screen.findByText(/^Ready offline · 1 location · \d\d:\d\d$/);
  const ofDay = calls.filter((name) => name !== 'GET /health' && name !== 'GET /deliveries');
  expect(ofDay).toEqual(fetched);
});

test('Escape closes the panel of the readiness line', async () => {
  await openLocations();
  await userEvent.click(await screen.findByText(/^Ready offline/));
  (await screen.findByRole('button', { name: 'Fetch again' })).focus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Fetch again' })).toBeNull();
  expect(document.activeElement?.textContent).toMatch(/^Ready offline/);
});

test('boxes that cannot be refetched are reported, and the earlier copy stays', async () => {
  let boxes = lists['GET /boxes'];
  await openLocations({ 'GET /boxes': (request) => boxes?.(request) ?? json([]) });
  await userEvent.click(await screen.findByText(/^Ready offline · 1 location/));
  boxes = () => json({ error: 'The boxes are not to be had' }, 500);
  await userEvent.click(await screen.findByRole('button', { name: 'Fetch again' }));
  expect(await screen.findByText(/The boxes are not to be had/)).toBeDefined();
  expect(await screen.findByText(/^Ready offline · 1 location/)).toBeDefined();
});

test('without a signed-in user no notice is shown', async () => {
  await openApp(paths.login(), signedOut);
  await screen.findByRole('button', { name: 'Login' });
  expect(screen.queryByText(/offline/)).toBeNull();
});

test('data that the start is about to fetch is not reported as missing', async () => {
  await openLocations({ 'GET /locations': () => new Promise(() => undefined) });
  expect(await screen.findByText('Getting ready for offline')).toBeDefined();
  expect(screen.queryByText(/missing/)).toBeNull();
});

test('data that is dropped after the start is reported as missing, because nothing refetches it', async () => {
  const device = aDevice('http://server.test');
  const responses = { ...signedIn(aRep), ...lists };
  await openApp(paths.outbox(), responses, device);
  await screen.findByText(/^Ready offline/);
  await waitFor(() => expect(keptDay(device)).toHaveLength(3));
  cleanup();
  const store = await openApp(paths.outbox(), responses, device);
  await screen.findByText(/^Ready offline/);
  store.dispatch(boxesCache.actions.retainedOnly([]));
  expect(await screen.findByText('Not ready offline · boxes missing')).toBeDefined();
});

test('missing data is listed, with a button that fetches it', async () => {
  let isDown = true;
  await openLocations({ 'GET /items': () => (isDown ? json({ error: 'The server is tired' }, 500) : json([])) });
  await userEvent.click(await screen.findByText('Not ready offline · items and boxes missing'));
  expect(await screen.findByText('The server is tired')).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Get ready now' }));
  expect(await screen.findByText(/^Ready offline/)).toBeDefined();
});

test('the boxes are fetched per location from a server that lists none without a location', async () => {
  const requested: (string | null)[] = [];
  const boxes = (request: Request) => {
    const of = new URL(request.url).searchParams.get('location');
    requested.push(of);
    return json(of ? [{ _id: 'b1', label: 'Cooler', size: 'S', location }] : []);
  };
  await openLocations({ 'GET /boxes': boxes });
  expect(await screen.findByText(/^Ready offline · 1 location/)).toBeDefined();
  expect(requested).toEqual([null, 'l1']);
});

test('a new version is offered only while no form is half filled and no change is being sent', async () => {
  const app = await openLocations();
  await screen.findByText(/^Ready offline/);
  const offer = () => screen.queryByText('A new version is ready.');
  app.dispatch(draftSaved({ id: 'w1', form: 'a form', value: {}, savedAt: Date.now() }));
  app.dispatch(updateBecameReady());
  await waitFor(() => expect(app.getState().device.updateReady).toBe(true));
  expect(offer()).toBeNull();
  app.dispatch(draftDropped('w1'));
  expect(await screen.findByText('A new version is ready.')).toBeDefined();
  app.dispatch(replayStarted({ userId: aRep._id }));
  await waitFor(() => expect(offer()).toBeNull());
  const report = { userId: aRep._id, pushed: 0, refused: 0, remaining: 0, retryAfterMs: null, at: 1 };
  app.dispatch(replayFinished({ ...report, ended: 'finished' }));
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined();
});

test('a clock that is more than ten minutes off is reported, with the direction', async () => {
  await openLocations({ 'GET /health': minutesOff(-25) });
  expect(await screen.findByText(/^The clock of this device is 25 minutes ahead\./)).toBeDefined();
});

test('a clock that is nine minutes off is not reported', async () => {
  const app = await openLocations({ 'GET /health': minutesOff(9) });
  await waitFor(() => expect(app.getState().device.clockOffMs).toBeGreaterThan(500_000));
  expect(screen.queryByText(/^The clock of this device/)).toBeNull();
});

test('low storage space is reported before a save fails', async () => {
  const app = await openLocations();
  app.dispatch(storageMeasured({ spaceLeftBytes: 49_000_000, storagePersisted: null }));
  expect(await screen.findByText(/^Little space is left on this device/)).toBeDefined();
  app.dispatch(storageMeasured({ spaceLeftBytes: 51_000_000, storagePersisted: null }));
  await waitFor(() => expect(screen.queryByText(/^Little space is left/)).toBeNull());
});
