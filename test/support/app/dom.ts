import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/** How long a test waits for an element: a busy machine is no reason to fail. */
configure({ asyncUtilTimeout: 40_000 });

/** The arguments of each unexpected `console.error` since the test began. */
let consoleErrors: unknown[][] = [];

/** jsdom has the dialog element but cannot open one yet; tests without a page have neither. */
if ('HTMLDialogElement' in globalThis) {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}

/** jsdom lays nothing out, so no size ever changes. */
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

/** Removes the listeners and timers that the test added, so that its app does not react once the test has ended. */
let removals: (() => void)[] = [];

/** Notes each listener that the test adds to `target`, for all events or only for `events`. */
function watchListeners(target: EventTarget, events?: readonly string[]): void {
  const original = target.addEventListener;
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    const [event, listener, options] = args;
    if (!events || events.includes(event)) {
      removals.push(() => target.removeEventListener(event, listener, options));
    }
    original.apply(target, args);
  };
  removals.push(() => {
    target.addEventListener = original;
  });
}

/**
 * Notes each timer that the test starts: a request that never gets a response would end seconds later, without a page.
 */
function watchTimers(): void {
  const original = globalThis.setTimeout;
  const watched = (...args: Parameters<typeof original>) => {
    const timer = original(...args);
    removals.push(() => clearTimeout(timer));
    return timer;
  };
  globalThis.setTimeout = Object.assign(watched, original);
  removals.push(() => {
    globalThis.setTimeout = original;
  });
}

beforeEach(() => {
  consoleErrors = [];
  watchTimers();
  if ('document' in globalThis) {
    watchListeners(window);
    // Libraries listen to the document's other events, once for all tests.
    watchListeners(document, ['visibilitychange']);
  }
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    consoleErrors.push(args);
  });
});

afterEach(() => {
  cleanup();
  for (const remove of removals) remove();
  removals = [];
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if (consoleErrors.length === 0) return;
  const texts = consoleErrors.map((args) => args.map(String).join(' ')).join('\n');
  throw new Error(
    `Unexpected console.error. Fix its cause, or expect it with vi.spyOn(console, 'error').mockImplementation(…):\n${texts}`,
  );
});

// A worker keeps its modules from file to file. One that is still being loaded at the end of a file would fail in all
// later files.
afterAll(() => vi.dynamicImportSettled());
