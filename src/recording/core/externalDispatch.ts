import { type Intent, intentOf } from './intents';

/** Set while somebody outside the store dispatches, until the first action of it is seen. */
export interface ExternalMark {
  is: 'outside' | null;
}

/** What a screen calls on what RTK Query's `initiate` gave it. */
const HANDLES = ['refetch', 'unsubscribe', 'updateSubscriptionOptions', 'reset'] as const;

/**
 * A dispatch for those outside the store. What comes through it, and what is called later on the handles that
 * RTK Query gives back, is marked as from outside; all that follows from it is the app's own doing.
 */
export function externalDispatch<D extends (action: never) => unknown>(
  dispatch: D,
  mark: ExternalMark,
  recordIntent: (intent: Intent) => void,
): D {
  function asOutside<T>(work: () => T): T {
    mark.is = 'outside';
    try {
      return work();
    } finally {
      mark.is = null;
    }
  }

  function markHandles(result: unknown): void {
    if (!(result instanceof Promise)) return;
    const handles = result as Partial<Record<(typeof HANDLES)[number], (...args: unknown[]) => unknown>>;
    for (const name of HANDLES) {
      const handle = handles[name];
      if (handle) handles[name] = (...args) => asOutside(() => handle(...args));
    }
  }

  return ((action: object) => {
    const intent = typeof action === 'function' ? intentOf(action) : null;
    if (intent) {
      recordIntent(intent);
      return dispatch(action as never);
    }
    const result = asOutside(() => dispatch(action as never));
    if (typeof action === 'function') markHandles(result);
    return result;
  }) as unknown as D;
}
