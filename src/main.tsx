import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { preloadScreen } from './app/preloadScreen';
import { listenToBrowser } from './offline/browserEvents';
import { browserEnvironment } from './state/browserEnvironment';
import { makeStore } from './state/makeStore';
import { isTapeAsked } from './state/recorded/recordingFlag';
import { checkSession } from './state/session';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element with the id root');
const root = createRoot(container);
preloadScreen(window.location.pathname);

async function start(): Promise<void> {
  const environment = browserEnvironment();
  const tape = isTapeAsked(window)
    ? await import('./state/recorded/liveTape')
        .then(({ startLiveTape }) => startLiveTape(environment, window))
        // The work goes on, recorded or not.
        .catch(() => null)
    : null;
  const made = makeStore(tape?.environment ?? environment);
  const store = tape?.outside(made.store) ?? made.store;
  await made.ready;
  root.render(<App store={store} />);
  listenToBrowser(window, store.dispatch);
  await store.dispatch(checkSession());
  const { startBackground } = await import('./app/background');
  await startBackground(store);
}

// In a task of its own: while one long one ran, nothing would be painted and no press answered.
setTimeout(() => void start());
