import { CAPTURED_AT_HEADER, CAPTURED_BY_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../../../src/contract/headers';
import { replayFinished } from '../../../../src/offline/actions';
import { browserEnvironment } from '../../../../src/state/store/browserEnvironment';
import { makeStore } from '../../../../src/state/store/makeStore';
import { sessionConfirmed } from '../../../../src/state/slices/sessionSlice';
import { BENCH_USER, layWaitingEntries, queueShown, waitingEntry } from './waitingEntries';

/** How long it took to send a number of changes, and the longest that a screen would have stood still meanwhile, ms. */
export interface Drained {
  ms: number;
  stallMs: number;
}

const rep = { _id: BENCH_USER, name: 'Rep', email: 'rep@example.com', roles: ['rep' as const], active: true };

/** The longest task, ms; browsers tell those above 50. */
function watchStalls(): () => number {
  let longest = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    note(observer.takeRecords());
    observer.disconnect();
    return longest;
  };
}

/** The app's own store sends that many waiting changes, from the moment on which its owner is confirmed. */
async function drainQueue(count: number): Promise<Drained> {
  await layWaitingEntries(count);
  let sent: (pushed: number) => void = () => undefined;
  const finished = new Promise<number>((resolve) => {
    sent = resolve;
  });
  const environment = browserEnvironment();
  const { store, ready } = makeStore({
    ...environment,
    firstMiddleware: () => (next) => (action) => {
      if (replayFinished.match(action)) sent(action.payload.pushed);
      return next(action);
    },
  });
  await ready;
  await queueShown(store);
  const stalls = watchStalls();
  const from = performance.now();
  store.dispatch(sessionConfirmed(rep));
  const pushed = await finished;
  if (pushed !== count) throw new Error(`${pushed} of ${count} were sent`);
  return { ms: performance.now() - from, stallMs: stalls() };
}

/** The same changes by fetch alone, one after the other. */
async function fetchOneByOne(count: number): Promise<Drained> {
  const stalls = watchStalls();
  const from = performance.now();
  for (let seq = 1; seq <= count; seq += 1) {
    const { id, ts, userId, path, method, body } = waitingEntry(seq);
    const response = await fetch(`/api${path}`, {
      method,
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        [IDEMPOTENCY_KEY_HEADER]: id,
        [CAPTURED_AT_HEADER]: new Date(ts).toISOString(),
        [CAPTURED_BY_HEADER]: userId,
      },
    });
    await response.json();
  }
  return { ms: performance.now() - from, stallMs: stalls() };
}

declare global {
  interface Window {
    drainQueue?: typeof drainQueue;
    fetchOneByOne?: typeof fetchOneByOne;
  }
}

Object.assign(window, { drainQueue, fetchOneByOne });
