// @vitest-environment node
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { itemsApi } from '../../../src/api/itemsApi';
import { makeStore } from '../../../src/state/store/makeStore';
import type { AppStore } from '../../../src/state/root/types';
import { checkSession, signIn, signOut } from '../../../src/state/session/session';
import { sessions } from '../../../src/server/db/schema';
import { hashPassword } from '../../../src/server/auth/passwords';
import { anItem, aUser } from '../../support/server/builders';
import { startTestServer, type TestServer } from '../../support/server/harness';
import { aDevice, type Device, memoryStorage, noNetwork } from '../../support/app/device';

const PASSWORD = 'correct horse battery';

let server: TestServer;
let url: string;
let device: Device;
let email: string;

beforeAll(async () => {
  server = await startTestServer();
  url = await server.listen();
});
beforeEach(async () => {
  await server.reset();
  ({ email } = await aUser(server.db, { name: 'Ana', passwordHash: await hashPassword(PASSWORD) }));
  device = aDevice(url);
});
afterAll(() => server.close());

const session = (store: AppStore) => store.getState().session;
const present = { status: 'present', user: { name: 'Ana' } };

async function signedInApp(): Promise<AppStore> {
  const app = await device.open();
  expect(await app.dispatch(signIn({ email, password: PASSWORD }))).toBeNull();
  return app;
}

describe('signing in', () => {
  it('sets the user from the response', async () => {
    expect(session(await signedInApp())).toMatchObject({ ...present, verified: true });
  });

  it('reports the message of a refusal', async () => {
    const app = await device.open();
    const problem = await app.dispatch(signIn({ email, password: 'not the password' }));
    expect(problem).toBe('Email or password is wrong.');
    expect(session(app).status).toBe('loading');
  });
});

describe('the session check at the start', () => {
  it('restores the user after a restart', async () => {
    await signedInApp();
    const app = await device.open();
    expect(session(app).status).toBe('loading');
    await app.dispatch(checkSession());
    expect(session(app)).toMatchObject({ ...present, verified: true });
  });

  it('finds no user on a new device, with and without a connection', async () => {
    const app = await device.open();
    await app.dispatch(checkSession());
    expect(session(app)).toMatchObject({ status: 'absent', user: null });
    device.network.fault = noNetwork;
    const later = await device.open();
    await later.dispatch(checkSession());
    expect(session(later)).toMatchObject({ status: 'absent', user: null });
  });

  it.each([
    ['no network', noNetwork],
    ['a server in trouble', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a captive portal', async () => new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } })],
    ['a portal that responds with 204', async () => new Response(null, { status: 204 })],
    ['a proxy that asks for a sign-in in plain text', async () => new Response('Proxy sign-in', { status: 401 })],
    ['a proxy that responds with an empty 401', async () => new Response(null, { status: 401 })],
    ['a firewall that responds with 403 in plain text', async () => new Response('Blocked', { status: 403 })],
    ['another JSON server', async () => Response.json({ status: 'up' })],
  ])('keeps the remembered user, unverified, behind %s', async (_, fault) => {
    await signedInApp();
    device.network.fault = fault;
    const app = await device.open();
    await app.dispatch(checkSession());
    expect(session(app)).toMatchObject({ ...present, verified: false });
  });

  it('does not take an earlier response for that of a failed check', async () => {
    const app = await signedInApp();
    await app.dispatch(checkSession());
    device.network.fault = noNetwork;
    await app.dispatch(checkSession());
    expect(session(app)).toMatchObject({ ...present, verified: false });
    device.network.fault = null;
    device.cookies.clear();
    await app.dispatch(checkSession());
    expect(session(app)).toMatchObject({ status: 'absent', user: null });
  });

  it('ends the session on a 401: nobody is signed in', async () => {
    await signedInApp();
    device.cookies.clear();
    const app = await device.open();
    await app.dispatch(checkSession());
    expect(session(app)).toMatchObject({ status: 'absent', user: null });
  });
});

describe('signing out', () => {
  it('ends the session on the server', async () => {
    const app = await signedInApp();
    const stolen = new Map(device.cookies);
    await app.dispatch(signOut());
    expect(session(app)).toMatchObject({ status: 'absent', signOutPending: false });
    for (const [name, value] of stolen) device.cookies.set(name, value);
    const replayed = await device.open();
    await replayed.dispatch(checkSession());
    expect(session(replayed).status).toBe('absent');
  });

  it('ends the session though the disk hangs and the page closes at once', async () => {
    const disk = memoryStorage(device.caches);
    let isStuck = false;
    const setItem = (key: string, value: string) => (isStuck ? new Promise(() => undefined) : disk.setItem(key, value));
    const { store, ready } = makeStore({ ...device.environment(), cacheStorage: { ...disk, setItem } });
    await ready;
    await store.dispatch(signIn({ email, password: PASSWORD }));
    isStuck = true;
    let keepalive = false;
    device.network.passing = (request, response) => {
      if (request.url.endsWith('/auth/logout')) keepalive = request.keepalive;
      return response();
    };
    void store.dispatch(signOut());
    await vi.waitFor(async () => expect(await server.db.select().from(sessions)).toEqual([]), 30_000);
    expect(keepalive).toBe(true);
  });

  it('opens the sign-in only after the disk has stored it, so that a restart finds no user', async () => {
    const app = await signedInApp();
    device.network.fault = noNetwork;
    const remembered: unknown[] = [];
    app.subscribe(() => {
      const kept = JSON.parse(device.caches.get('persist:session') ?? '{}') as Record<string, string>;
      if (session(app).status === 'absent') remembered.push(kept.user);
    });
    await app.dispatch(signOut());
    expect(remembered[0]).toBe('null');
  });

  it('waits for a hanging disk only until the timeout', async () => {
    const disk = memoryStorage(device.caches);
    const timers: (() => void)[] = [];
    let isStuck = false;
    const { store, ready } = makeStore({
      ...device.environment(),
      schedule: (work, delayMs) => {
        if (delayMs === 5_000) timers.push(work);
        return () => undefined;
      },
      cacheStorage: {
        ...disk,
        setItem: (key, value) => (isStuck ? new Promise(() => undefined) : disk.setItem(key, value)),
      },
    });
    await ready;
    await store.dispatch(signIn({ email, password: PASSWORD }));
    isStuck = true;
    void store.dispatch(signOut());
    expect(session(store)).toMatchObject({ status: 'loading', user: null });
    for (const pass of timers) pass();
    await vi.waitFor(() => expect(session(store).status).toBe('absent'));
  });

  it('works offline: it is immediate, and the logout is sent before the next request', async () => {
    const app = await signedInApp();
    device.network.fault = noNetwork;
    await app.dispatch(signOut());
    expect(session(app)).toMatchObject({ status: 'absent', user: null, signOutPending: true });
    device.network.fault = null;
    const later = await device.open();
    await later.dispatch(checkSession());
    expect(session(later)).toMatchObject({ status: 'absent', signOutPending: false });
  });
});

describe('a call with the response 401', () => {
  it('ends the session here and keeps the caches for the same user', async () => {
    const app = await signedInApp();
    await app.dispatch(itemsApi.endpoints.listItems.initiate());
    device.cookies.clear();
    await app.dispatch(itemsApi.endpoints.listItems.initiate(undefined, { forceRefetch: true }));
    expect(session(app).status).toBe('absent');
    expect(app.getState().itemsCache.byKey.all).toBeDefined();
  });
});

it('a 401 in plain text on a call keeps the session', async () => {
  const app = await signedInApp();
  device.network.fault = async () => new Response('Proxy sign-in', { status: 401 });
  await app.dispatch(itemsApi.endpoints.listItems.initiate());
  expect(session(app)).toMatchObject({ ...present, verified: true });
});

describe('a shared device', () => {
  it('shows the next user nothing of the last one', async () => {
    const { id } = await anItem(server.db);
    const app = await signedInApp();
    await app.dispatch(itemsApi.endpoints.listItems.initiate());
    expect(app.getState().itemsCache.byKey.all?.value).toMatchObject([{ _id: id }]);
    device.cookies.clear();
    const other = await aUser(server.db, { name: 'Ben', passwordHash: await hashPassword(PASSWORD) });
    const later = await device.open();
    expect(later.getState().itemsCache.byKey.all?.value).toMatchObject([{ _id: id }]);
    await later.dispatch(checkSession());
    await later.dispatch(signIn({ email: other.email, password: PASSWORD }));
    expect(session(later).user?.name).toBe('Ben');
    expect(later.getState().itemsCache.byKey).toEqual({});
  });
});
