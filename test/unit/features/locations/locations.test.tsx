import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SEARCH_DEBOUNCE_MS } from '../../../../src/domain/constants';
import { paths } from '../../../../src/paths';
import { visitsCache } from '../../../../src/state/slices/visitsCache';
import { aDevice, noNetwork } from '../../../support/app/device';
import { type Responses, aRep, currentPath, json, openApp, signedIn } from '../../../support/app/openApp';

const address = { street: '1 Main St', city: 'Ames', state: 'IA', zip: '50010' };
const corner = { _id: 'l1', name: 'Corner Pantry', address };
const airport = { _id: 'l2', name: 'Airport Shop', address };

function visitAt(location: object, more: object): object {
  return {
    _id: 'v1',
    location,
    repName: 'Ben',
    outcome: 'partial',
    note: '',
    createdAt: '2026-01-05T10:00:00Z',
    ...more,
  };
}

function byQuery(request: Request): string {
  return new URL(request.url).searchParams.get('q') ?? '';
}

const responses: Responses = {
  ...signedIn(aRep),
  'GET /locations': (request) => json([airport, corner].filter(({ name }) => name.includes(byQuery(request)))),
  'GET /visits': () => json([]),
};

const card = (name: string) => screen.findByRole('article', { name });

test('a location without visits shows its name, its address, both links and that it has no visits', async () => {
  await openApp(paths.locations(), responses);
  const shown = within(await card('Corner Pantry'));
  expect(shown.getByText('1 Main St, Ames, IA 50010')).toBeDefined();
  expect(shown.getByRole('button', { name: 'Start / Continue Visit' })).toBeDefined();
  expect(shown.getByRole('link', { name: 'View Boxes' }).getAttribute('href')).toBe('/boxes?location=l1');
  expect(await shown.findByText('No visits yet.')).toBeDefined();
});

test('a location shows its two latest visits, newest first, with rep, outcome and note', async () => {
  const visits = [
    visitAt(corner, { _id: 'old', note: 'the third latest', createdAt: '2026-01-01T10:00:00Z' }),
    visitAt(corner, { _id: 'b', outcome: 'no_access', note: 'Closed', repName: '', createdAt: '2026-01-05T10:00:00Z' }),
    visitAt(corner, { _id: 'a', note: 'Busy', submittedAt: '2026-01-06T10:00:00Z' }),
  ];
  await openApp(paths.locations(), { ...responses, 'GET /visits': () => json({ data: visits }) });
  const lines = await within(await card('Corner Pantry')).findAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/Ben.*partial.*Busy/),
    expect.stringMatching(/Unknown rep.*no access.*Closed/),
  ]);
});

test('a location says that its visits cannot be loaded, and the other locations show theirs', async () => {
  const visits = (request: Request) =>
    new URL(request.url).searchParams.get('location') === 'l1' ? json({ error: 'no' }, 500) : json([]);
  await openApp(paths.locations(), { ...responses, 'GET /visits': visits });
  expect(await within(await card('Corner Pantry')).findByText('Failed to load recent visits')).toBeDefined();
  expect(await within(await card('Airport Shop')).findByText('No visits yet.')).toBeDefined();
});

test('without a connection a location says that its visits are not on this device, without an error', async () => {
  await openApp(paths.locations(), { ...responses, 'GET /visits': noNetwork });
  expect(await within(await card('Airport Shop')).findByText('Recent visits are not on this device.')).toBeDefined();
  expect(screen.queryByText('Failed to load recent visits')).toBeNull();
});

test('a location is not shown as unvisited when the device dropped its visits', async () => {
  const device = aDevice('http://server.test');
  const visited = { ...responses, 'GET /visits': () => json([visitAt(corner, {})]) };
  const store = await openApp(paths.locations(), visited, device);
  expect(await within(await card('Corner Pantry')).findByText('Ben')).toBeDefined();
  act(() => void store.dispatch(visitsCache.actions.retainedOnly([])));
  expect(within(await card('Corner Pantry')).getByText('Ben')).toBeDefined();
  cleanup();
  await openApp(paths.locations(), { ...responses, 'GET /visits': noNetwork }, device);
  const shown = within(await card('Corner Pantry'));
  expect(await shown.findByText('Recent visits are not on this device.')).toBeDefined();
});

test('the search is sent once typing has stopped, and is kept in the URL', async () => {
  const searches: string[] = [];
  await openApp(paths.locations(), {
    ...responses,
    'GET /locations': (request) => {
      searches.push(byQuery(request));
      return json([airport, corner].filter(({ name }) => name.includes(byQuery(request))));
    },
  });
  await card('Corner Pantry');
  // All keys within one turn: on a slow machine two of them may be further apart than the search waits.
  const search = screen.getByRole('searchbox', { name: 'Search by name or address' });
  for (let end = 1; end <= 'Airport'.length; end += 1) {
    fireEvent.change(search, { target: { value: 'Airport'.slice(0, end) } });
  }
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Corner Pantry' })).toBeNull());
  expect(screen.getByText('1 location')).toBeDefined();
  expect(currentPath()).toBe('/locations?q=Airport');
  expect([...new Set(searches)]).toEqual(['', 'Airport']);
});

test.each(['pantry corner', '1 Main St, Ames, IA'])(
  'a search for "%s" without a connection finds the same as online',
  async (search) => {
    const device = aDevice('http://server.test');
    await openApp(paths.locations(), responses, device);
    await waitFor(() => expect([...device.caches.values()].join()).toContain('Corner Pantry'));
    cleanup();
    const offline = { ...responses, 'GET /locations': noNetwork };
    await openApp(`${paths.locations()}?q=${encodeURIComponent(search)}`, offline, device);
    expect(await card('Corner Pantry')).toBeDefined();
  },
);

test('a debounced search that is applied while a visit opens does not navigate back to the list', async () => {
  await openApp(paths.locations(), responses);
  await card('Airport Shop');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or address' }), 'Airport');
  // The URL is ahead of the screen, as between a tap and the next drawing.
  window.history.pushState(null, '', paths.visit('v1'));
  await new Promise((resolve) => setTimeout(resolve, 2 * SEARCH_DEBOUNCE_MS));
  expect(currentPath()).toBe(paths.visit('v1'));
});

test('a search without results says so and offers to clear it', async () => {
  await openApp('/locations?q=zzz', responses);
  expect(await screen.findByText('No locations found.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await card('Corner Pantry')).toBeDefined();
});

test('a list without locations says to a rep who can add one', async () => {
  await openApp(paths.locations(), { ...responses, 'GET /locations': () => json([]) });
  expect(await screen.findByText('No locations found.')).toBeDefined();
  expect(screen.getByText('An admin can add one.', { exact: false })).toBeDefined();
});

test('Try again refetches the locations, and the error shows until there is a response', async () => {
  let isDown = true;
  let respond: (response: Response) => void = () => undefined;
  const flaky = () => (isDown ? json({ error: 'down' }, 500) : new Promise<Response>((resolve) => (respond = resolve)));
  await openApp(paths.locations(), { ...responses, 'GET /locations': flaky });
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load locations');
  isDown = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('button', { name: 'Trying again…' })).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('alert').textContent).toBe('Failed to load locations');
  respond(json([corner]));
  expect(await card('Corner Pantry')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('sorted by last visit, the latest is first, also without a connection, and a search keeps the order', async () => {
  const device = aDevice('http://server.test');
  const third = { _id: 'l3', name: 'Bay Market', address };
  const visits = [
    visitAt(corner, { _id: 'late', submittedAt: '2026-01-09T10:00:00Z' }),
    visitAt(third, { _id: 'early', submittedAt: '2026-01-07T10:00:00Z' }),
  ];
  const names = async () => (await screen.findAllByRole('heading', { level: 2 })).map((name) => name.textContent);
  const sorted = {
    ...responses,
    'GET /locations': (request: Request) =>
      json([airport, third, corner].filter(({ name }) => name.includes(byQuery(request)))),
    'GET /visits': (request: Request) => {
      const at = new URL(request.url).searchParams.get('location');
      return json(at ? [] : visits);
    },
  };
  await openApp(paths.locations(), sorted, device);
  await card('Bay Market');
  const byVisit = await screen.findByRole('button', { name: 'Last visit' });
  expect(byVisit.getAttribute('aria-pressed')).toBe('false');
  expect(await names()).toEqual(['Airport Shop', 'Bay Market', 'Corner Pantry']);
  await userEvent.click(byVisit);
  await waitFor(async () => expect(await names()).toEqual(['Corner Pantry', 'Bay Market', 'Airport Shop']));
  expect(currentPath()).toBe('/locations?sort=visit');
  await waitFor(() => expect(device.caches.get('persist:visitsCache')).toContain('early'));
  cleanup();
  const offline = { ...sorted, 'GET /locations': noNetwork, 'GET /visits': noNetwork };
  await openApp('/locations?sort=visit', offline, device);
  await waitFor(async () => expect(await names()).toEqual(['Corner Pantry', 'Bay Market', 'Airport Shop']));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Market' } });
  await waitFor(() => expect(currentPath()).toBe('/locations?sort=visit&q=Market'));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
  await waitFor(() => expect(currentPath()).toBe('/locations?sort=visit'));
  await userEvent.click(await screen.findByRole('button', { name: 'Name' }));
  expect(currentPath()).toBe('/locations');
  expect(await names()).toEqual(['Airport Shop', 'Bay Market', 'Corner Pantry']);
});

test('the alert of a start that failed goes away when the start is tried again', async () => {
  const respond: Responses = { ...responses, 'POST /visits': () => json({ error: 'Not now' }, 400) };
  await openApp(paths.locations(), respond);
  const start = within(await card('Corner Pantry')).getByRole('button', { name: 'Start / Continue Visit' });
  await userEvent.click(start);
  await screen.findByRole('alert');
  respond['POST /visits'] = () => json(visitAt(corner, { _id: 'v1', outcome: null }), 201);
  respond['GET /visits/v1'] = () => json(visitAt(corner, { _id: 'v1', outcome: null }));
  await userEvent.click(start);
  await waitFor(() => expect(currentPath()).toBe('/visits/v1'));
  expect(screen.queryByText(/Not now/)).toBeNull();
});
