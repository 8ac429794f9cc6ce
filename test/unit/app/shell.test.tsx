import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../../src/app/ErrorBoundary';
import { appRoutes } from '../../../src/app/routes';
import { SYNC_REPORT_SHOWN_MS } from '../../../src/domain/constants';
import { messages } from '../../../src/domain/messages';
import {
  connectivityChanged,
  entriesDiscarded,
  entryFailed,
  entryQueued,
  entryReplayed,
  replayReported,
} from '../../../src/offline/actions';
import type { ReplaySummary } from '../../../src/offline/replay/replaySummary';
import { paths, routes } from '../../../src/paths';
import { alertDismissed, alertShown } from '../../../src/state/slices/alertsSlice';
import { aRep, anAdmin, currentPath, json, openApp, signedIn } from '../../support/app/openApp';
import { setInSight } from '../../support/app/setInSight';
import { aSummary } from '../../support/queue/anEntry';

const lists = {
  'GET /locations': () => json([]),
  'GET /deliveries': () => json({ data: [], total: 0 }),
  'GET /health': () => json({ ok: true }),
};

test('every route of the app has one screen, in the order of the route table', () => {
  expect(appRoutes.map(({ path }) => path)).toEqual(Object.values(routes));
});

test('only the sign-in page is public', () => {
  expect(appRoutes.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([routes.login]);
});

test('a navigation focuses the heading of the new screen and sets the document title to its name', async () => {
  await openApp(paths.dashboard(), { ...signedIn(aRep), ...lists });
  await userEvent.click(await screen.findByRole('link', { name: 'Locations' }));
  const heading = await screen.findByRole('heading', { name: 'Locations' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe('Locations · Field Sales');
});

test('an alert survives the navigation that follows it, and closes when it is dismissed', async () => {
  const store = await openApp(paths.dashboard(), { ...signedIn(aRep), ...lists });
  await userEvent.click(await screen.findByRole('link', { name: 'Deliveries' }));
  store.dispatch(alertShown('Pick a box', 'error', 'a1'));
  expect((await screen.findByRole('alert')).textContent).toBe('Pick a box');
  await userEvent.click(screen.getByRole('link', { name: 'Locations' }));
  await screen.findByRole('heading', { name: 'Locations' });
  expect(screen.getByRole('alert').textContent).toBe('Pick a box');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss: Pick a box' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

const ofAna = { userId: aRep._id };
const refusal = { state: 'refused', lastError: { status: 422, text: 'Closed.', at: 0 } } as const;

/** The deliveries with two changes saved on this device, the second of them just now. */
async function withSavedChange() {
  const store = await openApp(paths.deliveries(), { ...signedIn(aRep), ...lists });
  await screen.findByText('Hi, Ana');
  store.dispatch(entryQueued(aSummary({ id: 'e1', seq: 1, ...ofAna })));
  store.dispatch(entryQueued(aSummary({ id: 'e2', seq: 2, ...ofAna })));
  store.dispatch(alertShown(messages.savedLocally, 'warning', 'e2'));
  store.dispatch(alertShown('Pick a box', 'error', 'a2'));
  expect(await screen.findByText(messages.savedLocally)).toBeDefined();
  return store;
}

test.each([
  ['sent', entryReplayed({ entry: aSummary({ id: 'e2', seq: 2, ...ofAna }), response: {}, mapping: null, at: 0 })],
  ['refused', entryFailed(aSummary({ id: 'e2', seq: 2, ...ofAna }, refusal))],
  ['discarded', entriesDiscarded({ ids: ['e2'] })],
])('that a change was saved locally is not said any more once it is %s, whatever else waits', async (_, event) => {
  const store = await withSavedChange();
  store.dispatch(event);
  await waitFor(() => expect(screen.queryByText(messages.savedLocally)).toBeNull());
  expect(screen.getByText('Pick a box')).toBeDefined();
});

test('the notice that a change was saved locally shows on the screen after the save, not on later ones', async () => {
  await withSavedChange();
  await userEvent.click(screen.getByRole('link', { name: 'Locations' }));
  await screen.findByRole('heading', { name: 'Locations' });
  expect(screen.getByText(messages.savedLocally)).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'Deliveries' }));
  await screen.findByRole('heading', { name: 'Deliveries' });
  expect(screen.queryByText(messages.savedLocally)).toBeNull();
  expect(screen.getByText('Pick a box')).toBeDefined();
});

test('the header and the status line count the refused changes, beside the state of the connection', async () => {
  const store = await openApp(paths.deliveries(), { ...signedIn(aRep), ...lists });
  await screen.findByText('Hi, Ana');
  store.dispatch(entryQueued(aSummary({ id: 'e1', seq: 1, ...ofAna })));
  expect((await screen.findByRole('link', { name: '1 waiting' })).getAttribute('href')).toBe(paths.outbox());
  store.dispatch(entryQueued(aSummary({ id: 'e2', seq: 2, ...ofAna }, refusal)));
  expect((await screen.findByRole('link', { name: '1 not sent' })).getAttribute('href')).toBe(paths.outbox());
  expect(screen.queryByRole('link', { name: /waiting/ })).toBeNull();
  const why = screen.getByRole('link', { name: '1 not sent. See why' });
  expect(why.getAttribute('href')).toBe(paths.outbox());
  store.dispatch(connectivityChanged({ online: false }));
  expect((await screen.findByText(messages.offlineBanner)).closest('[role=status]')?.contains(why)).toBe(true);
});

test.each(['/nowhere', '/%', '/visits/%E0%A4%A/edit/x'])('a URL without a route shows Not Found: %s', async (url) => {
  await openApp(url, signedIn(aRep));
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
});

function Broken(): never {
  throw new Error('cannot render');
}

test('a screen that fails to render says so, and the next screen renders', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { rerender } = render(
    <ErrorBoundary resetKey="/a">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByText('Something went wrong while rendering this page. Try going back, or reload.')).toBeDefined();
  rerender(<ErrorBoundary resetKey="/b">the next page</ErrorBoundary>);
  expect(screen.getByText('the next page')).toBeDefined();
});

test('Go back from a page of a list that fails to render shows the page before it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const pageInfo = { page: 1, limit: 50, total: 51, hasMore: true };
  // React refuses to render an object where a text belongs.
  const unshowable = { _id: 'a1', user: { name: {} }, at: '2026-03-10T15:00:00Z', action: 'create', entity: 'item' };
  await openApp(paths.audit(), {
    ...signedIn(anAdmin),
    'GET /audit': ({ url }) => json({ data: url.includes('page=2') ? [unshowable] : [], pageInfo }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByText(/^Something went wrong while rendering this page/);
  await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(currentPath()).toBe(paths.audit()));
  expect(await screen.findByText('Showing 0 of 51 entries')).toBeDefined();
});

test('when the shell fails to render, an error page with a Reload button remains', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const store = await openApp(paths.locations(), { ...signedIn(aRep), ...lists });
  await userEvent.click(await screen.findByRole('link', { name: 'Deliveries' }));
  // React refuses to render an object where a text belongs.
  store.dispatch({ type: alertShown.type, payload: { id: 'a1', kind: 'error', text: {} } });
  const failure = await screen.findByText(/^Something went wrong while rendering this page/);
  const page = screen.getByRole('main');
  expect(page.contains(failure)).toBe(true);
  expect(within(page).getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(screen.queryByText('Hi, Ana')).toBeNull();

  store.dispatch(alertDismissed('a1'));
  await userEvent.click(within(page).getByRole('button', { name: 'Go back' }));
  expect(await screen.findByText('Hi, Ana')).toBeDefined();
});

const report: ReplaySummary = {
  userId: aRep._id,
  pushed: 3,
  refused: 0,
  remaining: 0,
  ended: 'finished',
  retryAfterMs: null,
  at: 0,
};

test.each([
  [0, 'Synced. Pushed 3 queued change(s).'],
  [1, 'Synced. Pushed 3 queued change(s). Remaining: 1'],
])('25 after a sync the banner counts what waits now: of %i changes it reads "%s"', async (remaining, text) => {
  const store = await openApp(paths.deliveries(), { ...signedIn(aRep), ...lists });
  await screen.findByText('Hi, Ana');
  if (remaining > 0) store.dispatch(entryQueued(aSummary({ id: 'e1', seq: 1, ...ofAna })));
  store.dispatch(replayReported({ ...report, remaining }));
  // Made and discarded after the sync.
  store.dispatch(entryQueued(aSummary({ id: 'e2', seq: 2, ...ofAna })));
  store.dispatch(entriesDiscarded({ ids: ['e2'] }));
  const line = (await screen.findByText(text)).closest('[role=status]')?.closest('div')?.parentElement;
  // Green says that everything arrived.
  expect(line?.className).toMatch(remaining > 0 ? /unfinished/ : /synced/);
});

describe('the sync banner', () => {
  const SYNCED = /^Synced/;
  const syncedNow = async (at: number) => {
    const store = await openApp(paths.deliveries(), { ...signedIn(aRep), ...lists });
    await screen.findByText('Hi, Ana');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    store.dispatch(replayReported({ ...report, at }));
    await vi.waitFor(() => expect(screen.getByText(SYNCED)).toBeDefined(), 30_000);
    return store;
  };
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('shows for a while, and shows again after the next sync', async () => {
    const store = await syncedNow(1);
    vi.advanceTimersByTime(SYNC_REPORT_SHOWN_MS);
    await vi.waitFor(() => expect(screen.queryByText(SYNCED)).toBeNull(), 30_000);
    store.dispatch(replayReported({ ...report, at: 2 }));
    await vi.waitFor(() => expect(screen.getByText(SYNCED)).toBeDefined(), 30_000);
  });

  test('stays while the page is hidden', async () => {
    setInSight(false);
    await syncedNow(1);
    act(() => void vi.advanceTimersByTime(10 * SYNC_REPORT_SHOWN_MS));
    expect(screen.getByText(SYNCED)).toBeDefined();
    setInSight(true);
    vi.advanceTimersByTime(SYNC_REPORT_SHOWN_MS);
    await vi.waitFor(() => expect(screen.queryByText(SYNCED)).toBeNull(), 30_000);
  });

  test('does not show the sync of another user', async () => {
    const store = await openApp(paths.deliveries(), { ...signedIn(aRep), ...lists });
    await screen.findByText('Hi, Ana');
    store.dispatch(replayReported({ ...report, userId: 'somebody else' }));
    await screen.findByRole('heading', { name: 'Deliveries' });
    expect(screen.queryByText(/Synced/)).toBeNull();
  });
});
