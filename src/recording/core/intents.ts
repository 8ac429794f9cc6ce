/** A thunk that a person or the app's start dispatched, by the name under which a replay dispatches it again. */
export interface Intent {
  name: string;
  args: readonly unknown[];
}

/** Names the thunks of a creator: `signIn = recordable('signIn', (credentials) => async (dispatch) => …)`. */
export function recordable<Args extends unknown[], Thunk extends object>(
  name: string,
  create: (...args: Args) => Thunk,
): (...args: Args) => Thunk {
  return (...args) => Object.assign(create(...args), { intent: { name, args } satisfies Intent });
}

export function intentOf(thunk: object): Intent | null {
  return 'intent' in thunk ? (thunk.intent as Intent) : null;
}

/** `meta.arg` of the first action of RTK Query's `initiate`. */
interface InitiatedArg {
  type: 'query' | 'mutation';
  endpointName: string;
  originalArgs?: unknown;
  [option: string]: unknown;
}

function isInitiatedArg(arg: unknown): arg is InitiatedArg {
  const type = typeof arg === 'object' && arg !== null && 'type' in arg ? arg.type : null;
  return type === 'query' || type === 'mutation';
}

/** The intent behind the first action of an `initiate`: `query` or `mutation` with the endpoint, its argument and options. */
export function initiatedBy(action: object): Intent | null {
  const { arg } = (action as { meta?: { arg?: unknown } }).meta ?? {};
  if (!isInitiatedArg(arg)) return null;
  const { type, endpointName, originalArgs, queryCacheKey: _, ...options } = arg;
  return { name: type, args: [endpointName, originalArgs, options] };
}
