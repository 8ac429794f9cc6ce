import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../domain/durations';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = new Date();

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

/** One timer for all components that show relative times. It runs only while there is one. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date();
    timer = setInterval(tick, MINUTE_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The current time, updated each minute, for texts such as "Today 09:10". */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
