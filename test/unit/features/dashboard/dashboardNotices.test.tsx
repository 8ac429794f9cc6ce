import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '../../../../src/domain/messages';
import { entryQueued, entryReplayed } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { alertDismissed, alertShown } from '../../../../src/state/slices/alertsSlice';
import { aRep, json, openApp, signedIn } from '../../../support/app/openApp';
import { aSummary } from '../../../support/queue/anEntry';

const healthy = { ...signedIn(aRep), 'GET /health': () => json({ ok: true }) };

test.each([
  [paths.dashboard({ done: 'delivery' }), 'Delivery recorded ✅'],
  [paths.dashboard({ done: 'visit' }), 'Visit submitted ✅'],
])('%s says "%s"', async (path, text) => {
  await openApp(path, healthy);
  expect(await screen.findByText(text)).toBeDefined();
});

const SAVED = 'Saved on this device. It will be sent when you are back online.';

test('queued=1 shows that a change is saved on this device while it waits, and nothing once it is sent', async () => {
  const store = await openApp(paths.dashboard({ queued: '1' }), healthy);
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect(screen.queryByText(SAVED)).toBeNull();
  // A pass reads the disk, which does not have the entry below.
  await waitFor(() => expect(store.getState().queue.lastEnd).not.toBeNull());
  const entry = aSummary({ userId: aRep._id });
  store.dispatch(entryQueued(entry));
  expect(await screen.findByText(SAVED)).toBeDefined();
  // The alert of the save says the same.
  store.dispatch(alertShown(messages.savedLocally, 'warning', entry.id));
  await waitFor(() => expect(screen.queryByText(SAVED)).toBeNull());
  store.dispatch(alertDismissed(entry.id));
  expect(await screen.findByText(SAVED)).toBeDefined();
  store.dispatch(entryReplayed({ entry, response: {}, mapping: null, at: 0 }));
  await waitFor(() => expect(screen.queryByText(SAVED)).toBeNull());
});

test('the API status shows beside the charts, after the figures', async () => {
  await openApp(paths.dashboard(), healthy);
  const charts = (await screen.findAllByRole('heading', { level: 2 })).at(-1) as Element;
  const status = await screen.findByText(/^API status/);
  expect(charts.compareDocumentPosition(status)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('the API status is Connected when the server responds', async () => {
  await openApp(paths.dashboard(), healthy);
  expect(await screen.findByText('✅ Connected')).toBeDefined();
});

test('the API status is Offline when the health call gets 503', async () => {
  await openApp(paths.dashboard(), { ...healthy, 'GET /health': () => json({ error: 'down' }, 503) });
  expect(await screen.findByText('❌ Offline')).toBeDefined();
});
