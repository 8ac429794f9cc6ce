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
