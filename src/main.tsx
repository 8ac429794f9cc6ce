import './ui/tokens.css';
import './ui/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { StorageTimeoutPage } from './app/StorageTimeoutPage';
import { preloadScreen } from './app/preloadScreen';
import { listenToBrowser } from './offline/tabs/browserEvents';
import { openTabChannels } from './state/root/tabChannels';
import { browserEnvironment } from './state/store/browserEnvironment';
import { makeStore } from './state/store/makeStore';
import { holdInstallPrompt } from './state/device/installPrompt';
import { isRecordingRequested } from './recording/core/recordingFlag';
import { checkSession } from './state/session/session';

/** After this long a database that has not opened counts as blocked, as by another tab, or broken. */
const STORAGE_TIMEOUT_MS = 10_000;

/** Each step of the start is a task of its own, so that the browser can paint and handle input in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function start(): Promise<void> {
  await nextTask();
  // React throws when index.html has no such element.
  const root = createRoot(document.getElementById('root') as HTMLElement);
  const screen = preloadScreen(window.location.pathname);
  await nextTask();
  const environment = browserEnvironment();
  const recorder = isRecordingRequested(window)
    ? await import('./recording/app/liveRecorder')
        .then(({ startLiveRecorder }) => startLiveRecorder(environment, window))
        // The app starts also when recording fails.
        .catch(() => null)
    : null;
  await nextTask();
  // Before the session check, whose response may come after a message of another tab.
  const sharing = import('./app/shareTabs').catch(() => null);
  const channels = openTabChannels();
  const created = makeStore(recorder?.environment ?? environment);
  const store = recorder?.wrapExternal(created.store) ?? created.store;
  // The first frame waits for no disk and no server. As a transition React renders in small pieces, so that input is
  // handled in between.
  const show = (isRead: boolean) => startTransition(() => root.render(<App store={store} isRead={isRead} />));
  show(false);
  const timeout = setTimeout(() => root.render(<StorageTimeoutPage />), STORAGE_TIMEOUT_MS);
  await created.ready;
  clearTimeout(timeout);
  show(true);
  listenToBrowser(window, store.dispatch);
  (await sharing)?.shareTabs(store, channels);
  // Without this code and that of the background work the screens still work; the next start tries again.
  import('./app/keepFocus').then(({ keepFocus }) => keepFocus()).catch(() => undefined);
  await store.dispatch(checkSession());
  const background = await import('./app/background').catch(() => null);
  await background?.startBackground(store, screen);
}

holdInstallPrompt(window);
void start();
