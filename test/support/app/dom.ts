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

beforeEach(() => {
  consoleErrors = [];
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    consoleErrors.push(args);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  if (consoleErrors.length === 0) return;
  const texts = consoleErrors.map((args) => args.map(String).join(' ')).join('\n');
  throw new Error(
    `Unexpected console.error. Fix its cause, or expect it with vi.spyOn(console, 'error').mockImplementation(…):\n${texts}`,
  );
});
