import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

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

/** Removes the listeners that the test added to the page, so that its app does not react in a later test. */
let removeListeners: (() => void)[] = [];

/** Notes each listener that the test adds to `target`, for all events or only for `events`. */
function watchListeners(target: EventTarget, events?: readonly string[]): void {
  const original = target.addEventListener;
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    const [event, listener, options] = args;
    if (!events || events.includes(event)) {
      removeListeners.push(() => target.removeEventListener(event, listener, options));
    }
    original.apply(target, args);
  };
  removeListeners.push(() => {
    target.addEventListener = original;
  });
}

beforeEach(() => {
  consoleErrors = [];
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
  for (const remove of removeListeners) remove();
  removeListeners = [];
  vi.restoreAllMocks();
  if (consoleErrors.length === 0) return;
  const texts = consoleErrors.map((args) => args.map(String).join(' ')).join('\n');
  throw new Error(
    `Unexpected console.error. Fix its cause, or expect it with vi.spyOn(console, 'error').mockImplementation(…):\n${texts}`,
  );
});
