import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { entryReplayed, entrySentAtOnce } from '../../../src/offline/actions';
import { paths } from '../../../src/paths';
import { holdInstallPrompt } from '../../../src/state/device/installPrompt';
import type { AppStore } from '../../../src/state/root/types';
import { json, openApp, aRep, signedIn } from '../../support/app/openApp';
import { aSummary } from '../../support/queue/anEntry';

const responses = { ...signedIn(aRep), 'GET /visits': () => json([]), 'GET /sessions': () => json([]) };
const own = { userId: aRep._id };

/** The browser offers to install; gives how often the person was asked. */
function browserOffers(): { prompts: number; isHeldBack: boolean } {
  const page = new EventTarget();
  holdInstallPrompt(page as Pick<Window, 'addEventListener'>);
  const seen = { prompts: 0, isHeldBack: false };
  const prompt = async () => void (seen.prompts += 1);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  page.dispatchEvent(event);
  seen.isHeldBack = event.defaultPrevented;
  return seen;
}

function submitVisit(store: AppStore): void {
  const entry = aSummary({ id: 's1', call: 'submitVisit', ...own });
  store.dispatch(entrySentAtOnce({ entry, response: { _id: 'v1' }, at: Date.now() }));
}

const offer = () => screen.queryByRole('button', { name: 'Install this app' });

test('the browser’s install prompt is deferred until the first visit is submitted, and shown once', async () => {
  const browser = browserOffers();
  expect(browser.isHeldBack).toBe(true);
  const store = await openApp(paths.dashboard(), responses);
  await screen.findByRole('heading', { name: 'Today' });
  const start = aSummary({ id: 'e1', call: 'startVisit', ...own });
  const sent = entryReplayed({ entry: start, response: { _id: 'v1' }, mapping: null, at: Date.now() });
  act(() => void store.dispatch(sent));
  expect(offer()).toBeNull();
  submitVisit(store);
  await userEvent.click(await screen.findByRole('button', { name: 'Install this app' }));
  expect(browser.prompts).toBe(1);
  await waitFor(() => expect(offer()).toBeNull());
  act(() => submitVisit(store));
  expect(offer()).toBeNull();
});

test('Not now is remembered, and the account page still offers the install', async () => {
  const browser = browserOffers();
  const store = await openApp(paths.dashboard(), responses);
  await screen.findByRole('heading', { name: 'Today' });
  submitVisit(store);
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(offer()).toBeNull());
  expect(store.getState().device.installHintRead).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: /^Account|Ana/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Install this app' }));
  expect(browser.prompts).toBe(1);
});
