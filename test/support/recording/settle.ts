import { setImmediate } from 'node:timers/promises';

/** Resolves when all pending microtasks and immediates have run. */
export async function settle(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
