import { act, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { App } from '../../../src/app/App';
import type { User } from '../../../src/contract/users';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { dayStartMs } from '../../../src/domain/dates';
import type { AppStore } from '../../../src/state/root/types';
import { prefetchIfStale } from '../../../src/state/offlineReadiness/offlineReadiness';
import { checkSession } from '../../../src/state/session/session';
import { aDevice } from './device';

/** The responses of a test's server, by method and path below /api, such as `GET /locations`. */
export type Responses = Record<string, (request: Request) => Response | Promise<Response>>;

export const aRep: User = { _id: 'u1', name: 'Ana', email: 'ana@example.com', roles: ['rep'], active: true };
export const anAdmin: User = { ...aRep, _id: 'u2', name: 'Dana', roles: ['admin'] };

export const json = (data: unknown, status = 200) => Response.json(data, { status });

/** The response to the session check of a user who is signed in. */
export const signedIn = (user: User): Responses => ({ 'GET /auth/me': () => json({ user }) });

/** The response to the session check when nobody is signed in. */
export const signedOut: Responses = { 'GET /auth/me': () => json({ error: 'Sign in first.' }, 401) };

/** A network fault that gives these responses, and 404 for every other call. */
export function respondingWith(responses: Responses) {
  return async (request: Request): Promise<Response> => {
    const name = `${request.method} ${new URL(request.url).pathname.slice(API_BASE_PATH.length)}`;
    return (await responses[name]?.(request)) ?? json({ error: `No response prepared for ${name}` }, 404);
  };
}

/** Responses arrive at any time, so updates happen outside `act`. Turns off React's warning about that. */
export function turnOffActWarning(): void {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
}

/** Opens the whole app at a path, over the app's own store, with a server that gives these responses. */
export async function openApp(
  path: string,
  responses: Responses,
  device = aDevice('http://server.test'),
): Promise<AppStore> {
  turnOffActWarning();
  device.network.fault = respondingWith(responses);
  window.history.replaceState(null, '', path);
  const store = await device.open();
  render(<App store={store} />);
  // Not awaited: a test may hold the response back.
  void store.dispatch(checkSession()).then(() => store.dispatch(prefetchIfStale(dayStartMs(new Date()))));
  return store;
}

/**
 * Goes to a path within the open app, as a jump in the history does: to a screen of the same kind, too. `usr`: the
 * state that the router keeps there.
 */
export function goWithin(path: string, usr: object | null = null): void {
  const state = usr && { usr };
  act(() => {
    window.history.pushState(state, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  });
}

/** Waits until the data for a day without signal is on the device, and the first pass is over. */
export async function startEnded(store: AppStore): Promise<void> {
  await screen.findByText(/^Ready offline/);
  await waitFor(() => expect(store.getState().queue.lastEnd).not.toBeNull());
}

/** The path and query the app is at. */
export const currentPath = () => window.location.pathname + window.location.search;
