import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dayEndInstant, formatInstantFull, localDay } from '../../../../src/domain/dates';
import { MINUTE_MS } from '../../../../src/domain/durations';
import { reportsApi } from '../../../../src/api/reportsApi';
import { connectivityChanged } from '../../../../src/offline/actions';
import { selectOnline } from '../../../../src/offline/connectivitySlice';
import { paths } from '../../../../src/paths';
import { noNetwork } from '../../../support/app/device';
import { type Responses, aRep, json, openApp, signedIn, goWithin } from '../../../support/app/openApp';
import { setInSight } from '../../../support/app/setInSight';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const reps = [{ repName: 'Ann', total: 12.5, visitCount: 3, deliveries: 7 }];

/** A server that responds until the network is cut. */
function cuttable() {
  const network = { isThere: true };
  const whileThere = (data: unknown) => () => (network.isThere ? json(data) : noNetwork());
  const responses: Responses = {
    ...signedIn(aRep),
    'GET /health': whileThere({ ok: true }),
    'GET /locations': whileThere([]),
    'GET /reports/items-usage': whileThere([{ name: 'Cola', quantity: 1, amount: 2 }]),
    'GET /reports/rep-productivity': whileThere(reps),
    'GET /reports/outcomes': whileThere({ completed: 1 }),
  };
  return { network, responses };
}

const total = async () => (await screen.findByText('Total', { selector: 'dt' })).nextElementSibling?.textContent;

test('without a connection the last loaded figures show, with their age', async () => {
  const { network, responses } = cuttable();
  const store = await openApp(paths.dashboard(), responses);
  await waitFor(async () => expect(await total()).toBe('$12.50'));
  expect(screen.queryByText(/Saved copy from/)).toBeNull();
  network.isThere = false;
  act(() => void store.dispatch(reportsApi.util.invalidateTags(['Reports'])));
  expect((await screen.findByText(/Saved copy from/)).textContent).toMatch(/Today \d\d:\d\d/);
  expect(await total()).toBe('$12.50');
});

test("without a connection the 30-day figures of an earlier day show in place of today's, with their dates", async () => {
  const { network, responses } = cuttable();
  const query = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-30T23:59:59.999Z' };
  const store = await openApp(paths.outbox(), responses);
  await screen.findByRole('heading', { name: 'Outbox' });
  await store.dispatch(reportsApi.endpoints.getRepProductivity.initiate(query));
  network.isThere = false;
  goWithin(paths.dashboard());
  await waitFor(async () => expect(await total()).toBe('$12.50'));
  const days = `Figures of ${formatInstantFull(query.from)} to ${formatInstantFull(query.to)}.`;
  expect(await screen.findByText(days)).toBeDefined();
});

test('without a connection figures that begin on another day than the 30 days show with their dates', async () => {
  const { network, responses } = cuttable();
  const store = await openApp(paths.outbox(), responses);
  await screen.findByRole('heading', { name: 'Outbox' });
  const query = { from: '2026-01-01T00:00:00.000Z', to: dayEndInstant(localDay(new Date())) };
  await store.dispatch(reportsApi.endpoints.getRepProductivity.initiate(query));
  network.isThere = false;
  goWithin(paths.dashboard());
  await waitFor(async () => expect(await total()).toBe('$12.50'));
  expect(await screen.findByText(new RegExp(`^Figures of ${formatInstantFull(query.from)} to `))).toBeDefined();
});

test('figures of other days do not show in place of chosen days', async () => {
  const { network, responses } = cuttable();
  const store = await openApp(paths.outbox(), responses);
  await store.dispatch(reportsApi.endpoints.getRepProductivity.initiate({ from: '2026-01-01T00:00:00.000Z' }));
  network.isThere = false;
  goWithin(`${paths.dashboard()}?from=2026-02-01&to=2026-02-02`);
  expect(await screen.findByText('Failed to load rep productivity')).toBeDefined();
  expect(await total()).toBe('–');
});

test('the API status follows the connection at once', async () => {
  const { network, responses } = cuttable();
  const store = await openApp(paths.dashboard(), responses);
  expect(await screen.findByText('✅ Connected')).toBeDefined();
  network.isThere = false;
  act(() => void store.dispatch(connectivityChanged({ online: false })));
  expect(await screen.findByText('❌ Offline')).toBeDefined();
  network.isThere = true;
  act(() => void store.dispatch(connectivityChanged({ online: true })));
  expect(await screen.findByText('✅ Connected')).toBeDefined();
});

test('the API status keeps its last value while the server is checked again', async () => {
  const health = { isHanging: false, requests: 0 };
  const hanging = new Promise<Response>(() => {});
  const store = await openApp(paths.dashboard(), {
    ...cuttable().responses,
    'GET /visits': () => json([]),
    'GET /health': () => {
      if (!health.isHanging) return noNetwork();
      health.requests += 1;
      return hanging;
    },
  });
  expect(await screen.findByText('❌ Offline')).toBeDefined();
  health.isHanging = true;
  act(() => void store.dispatch(connectivityChanged({ online: !selectOnline(store.getState()) })));
  await waitFor(() => expect(health.requests).toBe(1));
  expect(screen.getByText('❌ Offline')).toBeDefined();
});

test('the API status is not checked while the tab is hidden, and at once when it is shown again', async () => {
  const { network, responses } = cuttable();
  let checks = 0;
  const health = responses['GET /health'] ?? noNetwork;
  await openApp(paths.outbox(), {
    ...responses,
    'GET /health': (request) => {
      checks += 1;
      return health(request);
    },
  });
  await screen.findByRole('heading', { name: 'Outbox' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const isShown = (text: string) => vi.waitFor(() => expect(screen.getByText(text)).toBeDefined(), 20_000);
  goWithin(paths.dashboard());
  await isShown('✅ Connected');
  act(() => setInSight(false));
  network.isThere = false;
  const before = checks;
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(checks).toBe(before);
  act(() => setInSight(true));
  await isShown('❌ Offline');
});
