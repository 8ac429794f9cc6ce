import { render } from '@testing-library/react';
import { App } from '../../../src/app/App';
import type { User } from '../../../src/contract/users';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { dayStartMs } from '../../../src/domain/dates';
import type { AppStore } from '../../../src/state/root/types';
import { prefetchIfStale } from '../../../src/state/offlineReadiness/offlineReadiness';
import { checkSession } from '../../../src/state/session/session';
import { aDevice } from './device';

/** What the server of a test answers: by method and path below /api, such as `GET /locations`. */
export type Responses = Record<string, (request: Request) => Response | Promise<Response>>;

export const aRep: User = { _id: 'u1', name: 'Ana', email: 'ana@example.com', roles: ['rep'], active: true };
export const anAdmin: User = { ...aRep, _id: 'u2', name: 'Dana', roles: ['admin'] };

export const json = (data: unknown, status = 200) => Response.json(data, { status });

/** The session check of somebody who is signed in. */
export const signedIn = (user: User): Responses => ({ 'GET /auth/me': () => json({ user }) });

/** The session check of nobody. */
export const signedOut: Responses = { 'GET /auth/me': () => json({ error: 'Sign in first.' }, 401) };

export function answering(responses: Responses) {
  return async (request: Request): Promise<Response> => {
    const name = `${request.method} ${new URL(request.url).pathname.slice(API_BASE_PATH.length)}`;
    return (await responses[name]?.(request)) ?? json({ error: `No answer prepared for ${name}` }, 404);
  };
}

/** Answers come when they come, as in a browser: React is not to complain of changes that no test step made. */
function letAnswersCome(): void {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
}

/** Opens the whole app at a path, over the app's own store, with a server that gives these answers. */
export async function openApp(
  path: string,
  responses: Responses,
  device = aDevice('http://server.test'),
): Promise<AppStore> {
  letAnswersCome();
  device.network.fault = answering(responses);
  window.history.replaceState(null, '', path);
  const store = await device.open();
  render(<App store={store} />);
  // Not awaited: a test may hold the answer back.
  void store.dispatch(checkSession()).then(() => store.dispatch(prefetchIfStale(dayStartMs(new Date()))));
  return store;
}

/** The path and query the app is at. */
export const currentPath = () => window.location.pathname + window.location.search;
