import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** How long a test waits for an element: a busy machine is no reason to fail. */
configure({ asyncUtilTimeout: 40_000 });

/** Everything that was written to console.error since the test began and that the test did not ask for. */
let complaints: unknown[][] = [];

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
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    complaints.push(args);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  if (complaints.length === 0) return;
  const texts = complaints.map((args) => args.map(String).join(' ')).join('\n');
  throw new Error(
    `Unexpected console.error. Mend its cause, or expect it with vi.spyOn(console, 'error').mockImplementation(…):\n${texts}`,
  );
});
