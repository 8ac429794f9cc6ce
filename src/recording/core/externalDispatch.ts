import { type Intent, intentOf } from './intents';

/** Whether a dispatch from outside the store runs whose first action the recorder has not seen yet. */
export interface ExternalMark {
  isExternal: boolean;
}

/** Methods of the promise that RTK Query's `initiate` returns, which a screen calls later. */
const HANDLES = ['refetch', 'unsubscribe', 'updateSubscriptionOptions', 'reset'] as const;

/**
 * A `dispatch` for callers outside the store. It marks the first action of each dispatch as external, also when a
 * screen calls a method of RTK Query's promise later. Actions that follow from it are the app's own.
 */
export function externalDispatch<D extends (action: never) => unknown>(
  dispatch: D,
  mark: ExternalMark,
  recordIntent: (intent: Intent) => void,
): D {
  function asExternal<T>(work: () => T): T {
    mark.isExternal = true;
    try {
      return work();
    } finally {
      mark.isExternal = false;
    }
  }

  function markHandles(result: unknown): void {
    if (!(result instanceof Promise)) return;
    const handles = result as Partial<Record<(typeof HANDLES)[number], (...args: unknown[]) => unknown>>;
    for (const name of HANDLES) {
      const handle = handles[name];
      if (handle) handles[name] = (...args) => asExternal(() => handle(...args));
    }
  }

  return new Proxy(dispatch, {
    apply(_target, _this, [action]: [object]) {
      const intent = typeof action === 'function' ? intentOf(action) : null;
      if (intent) {
        recordIntent(intent);
        return dispatch(action as never);
      }
      const result = asExternal(() => dispatch(action as never));
      if (typeof action === 'function') markHandles(result);
      return result;
    },
  });
}
