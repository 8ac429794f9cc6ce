import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { App } from '../../../src/app/App';
import { preloadScreen } from '../../../src/app/preloadScreen';
import { messages } from '../../../src/domain/messages';
import { paths } from '../../../src/paths';
import { makeStore } from '../../../src/state/store/makeStore';
import { checkSession, signIn } from '../../../src/state/session/session';
import { aDevice } from '../../support/app/device';
import { respondingWith, aRep, json, signedIn, turnOffActWarning } from '../../support/app/openApp';

const FOREVER = new Promise<never>(() => undefined);

beforeEach(turnOffActWarning);

test('the app renders while the disk does not respond', async () => {
  // A database that never opens, as while another tab holds it.
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
    },
  );
  vi.stubGlobal('fetch', () => FOREVER);
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  await import('../../../src/main');
  expect(await screen.findByRole('banner')).toBeDefined();
  expect(screen.getByText(messages.checkingAuth)).toBeDefined();
  root.remove();
});

/**
 * Opens the app at the sign-in of a device that remembers Ana, with a slow disk; gives every heading that was shown.
 */
async function openAtSignIn() {
  const device = aDevice('http://server.test');
  device.network.fault = respondingWith({ ...signedIn(aRep), 'POST /auth/login': () => json({ user: aRep }) });
  await preloadScreen(paths.login());
  const before = await device.open();
  await before.dispatch(signIn({ email: aRep.email, password: 'secret' }));
  const environment = device.environment();
  const { cacheStorage } = environment;
  const slowly = async (key: string) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return cacheStorage.getItem(key);
  };
  const made = makeStore({ ...environment, cacheStorage: { ...cacheStorage, getItem: slowly } });
  window.history.replaceState(null, '', paths.login());
  const headings = new Set<string>();
  const note = () => {
    for (const { textContent } of document.querySelectorAll('h1')) headings.add(textContent ?? '');
  };
  const observer = new MutationObserver(note);
  observer.observe(document.body, { childList: true, subtree: true });
  const { rerender } = render(<App store={made.store} isRead={false} />);
  note();
  await made.ready;
  rerender(<App store={made.store} isRead />);
  note();
  return { store: made.store, headings };
}

test('a signed-in user never sees the sign-in page, not even by its URL', async () => {
  const { store, headings } = await openAtSignIn();
  await screen.findAllByRole('banner');
  await act(() => store.dispatch(checkSession()));
  await screen.findByRole('heading', { name: 'Dashboard' });
  expect([...headings]).not.toContain('Sign in');
});
