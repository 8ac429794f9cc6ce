import { setImmediate } from 'node:timers/promises';

/** Resolves when everything that waits for nothing but its turn has had it. */
export async function settle(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
