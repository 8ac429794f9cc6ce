// @vitest-environment node
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { visitsApi } from '../../../src/api/visitsApi';
import { offlineReadinessOf } from '../../../src/state/offlineReadiness/offlineReadiness';
import { checkSession, followSession, signIn, signOut } from '../../../src/state/session/session';
import { draftSaved } from '../../../src/state/slices/draftsSlice';
import type { AppStore } from '../../../src/state/root/types';
import { hashPassword } from '../../../src/server/auth/passwords';
import { aLocation, anItem, aUser } from '../../support/server/builders';
import { startTestServer, type TestServer } from '../../support/server/harness';
import { aDevice, type Device } from '../../support/app/device';

const PASSWORD = 'correct horse battery';

let server: TestServer;
let url: string;
let device: Device;
let ana: string;
let ben: string;

beforeAll(async () => {
  server = await startTestServer();
  url = await server.listen();
});
beforeEach(async () => {
  await server.reset();
  const passwordHash = await hashPassword(PASSWORD);
  ({ email: ana } = await aUser(server.db, { name: 'Ana', passwordHash }));
  ({ email: ben } = await aUser(server.db, { name: 'Ben', passwordHash }));
  await anItem(server.db);
  await aLocation(server.db);
  device = aDevice(url);
});
afterAll(() => server.close());

const session = (store: AppStore) => store.getState().session;
const signInAs = (store: AppStore, email: string) => store.dispatch(signIn({ email, password: PASSWORD }));

/** Holds the responses to these requests back. Returns a function that lets them through. */
function holdBack(isHeld: (request: Request) => boolean): { held: () => number; letCome: () => void } {
  let letCome: () => void = () => undefined;
  let held = 0;
  const gate = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  device.network.passing = async (request, send) => {
    if (!isHeld(request)) return send();
    const response = await send();
    held += 1;
    await gate;
    return response;
  };
  return { held: () => held, letCome };
}

/** However slow the machine is. */
const soon = (assertion: () => void) => vi.waitFor(assertion, 30_000);

const asks = (path: string) => (request: Request) => new URL(request.url).pathname === `/api${path}`;

describe('a session check with a late response', () => {
  it('does not sign in a user who signed out meanwhile', async () => {
    await signInAs(await device.open(), ana);
    const app = await device.open();
    const { held, letCome } = holdBack(asks('/auth/me'));
    const check = app.dispatch(checkSession());
    await soon(() => expect(held()).toBe(1));
    await app.dispatch(signOut());
    letCome();
    await check;
    expect(session(app)).toMatchObject({ status: 'absent', user: null });
  });

  it.each([
    ['nobody', () => undefined],
    ['a session that is over', () => device.cookies.set('session', 'over')],
  ])('does not sign out a user who signed in meanwhile, when it reports %s', async (_, before) => {
    before();
    const app = await device.open();
    const { held, letCome } = holdBack(asks('/auth/me'));
    const check = app.dispatch(checkSession());
    await soon(() => expect(held()).toBe(1));
    await signInAs(app, ana);
    letCome();
    await check;
    expect(session(app)).toMatchObject({ status: 'present', verified: true, user: { name: 'Ana' } });
  });

  it('does not sign out a user who signed in again in another tab meanwhile', async () => {
    const app = await device.open();
    await signInAs(app, ana);
    const userId = session(app).user?._id ?? '';
    await soon(() => expect(offlineReadinessOf(app.getState()).ready).toBe(true));
    device.cookies.set('session', 'over');
    const { held, letCome } = holdBack(asks('/auth/me'));
    const check = app.dispatch(checkSession());
    await soon(() => expect(held()).toBe(1));
    await signInAs(await device.open(), ana);
    const followed = app.dispatch(followSession({ userId, signOutPending: false }));
    letCome();
    await Promise.all([check, followed]);
    expect(session(app)).toMatchObject({ status: 'present', verified: true, user: { name: 'Ana' } });
  });
});

describe('after a sign-out', () => {
  it('a pending response does not fill the caches again', async () => {
    const app = await device.open();
    await signInAs(app, ana);
    await soon(() => expect(offlineReadinessOf(app.getState()).ready).toBe(true));
    const location = app.getState().locationsCache.byKey.all?.value[0]?._id ?? '';
    const { held, letCome } = holdBack(asks('/visits'));
    const read = app.dispatch(visitsApi.endpoints.listVisits.initiate({ location, limit: 2 }));
    await soon(() => expect(held()).toBe(1));
    await app.dispatch(signOut());
    letCome();
    await read;
    expect(app.getState().recentVisitsCache.byKey).toEqual({});
  });

  it('the data of the day is fetched for the next user, also when a fetch for the last one was running', async () => {
    const app = await device.open();
    const { held, letCome } = holdBack(asks('/locations'));
    await signInAs(app, ana);
    await soon(() => expect(held()).toBe(1));
    await app.dispatch(signOut());
    await signInAs(app, ben);
    letCome();
    await soon(() => expect(offlineReadinessOf(app.getState())).toMatchObject({ ready: true, status: 'idle' }));
  });
});

describe('a session of another user than the remembered one', () => {
  it('switches the app to that user and fetches their data of the day', async () => {
    const app = await device.open();
    await signInAs(app, ana);
    await soon(() => expect(offlineReadinessOf(app.getState()).ready).toBe(true));
    await signInAs(await device.open(), ben);
    await app.dispatch(checkSession());
    expect(session(app)).toMatchObject({ status: 'present', user: { name: 'Ben' } });
    await soon(() => expect(offlineReadinessOf(app.getState()).ready).toBe(true));
  });
});

describe('a sign-in after the session of another user has ended', () => {
  const TYPED = 'typed by Ana';

  /** The disk after each write of Ben's sign-in, on which a draft of Ana is. */
  async function disksOfSignIn(): Promise<Map<string, string>[]> {
    const app = await device.open();
    await signInAs(app, ana);
    app.dispatch(draftSaved({ id: 'w1', form: 'new item', value: { name: TYPED }, savedAt: 1 }));
    await soon(() => expect([...device.caches.values()].join()).toContain(TYPED));
    await soon(() => expect(offlineReadinessOf(app.getState()).ready).toBe(true));
    device.cookies.clear();
    await app.dispatch(checkSession());
    const disks: Map<string, string>[] = [];
    for (const change of ['set', 'delete'] as const) {
      const write = device.caches[change].bind(device.caches) as (...given: string[]) => unknown;
      vi.spyOn(device.caches, change).mockImplementation(((...given: string[]) => {
        const result = write(...given);
        disks.push(new Map(device.caches));
        return result;
      }) as never);
    }
    await signInAs(app, ben);
    await soon(() => expect(stored(device.caches).cacheOwnerId).toBe(JSON.stringify(session(app).user?._id)));
    return disks;
  }

  const stored = (disk: Map<string, string>) =>
    JSON.parse(disk.get('persist:session') ?? '{}') as Partial<Record<'user' | 'cacheOwnerId', string>>;
  const has = (disk: Map<string, string>, text: string) => [...disk.values()].join().includes(text);
  const namesBen = (disk: Map<string, string>) => stored(disk).user?.includes(ben) === true;

  it('22 names the new user as the owner of the disk only after the data of the other user is gone', async () => {
    const disks = await disksOfSignIn();
    const owned = disks.filter(
      (disk) => namesBen(disk) && stored(disk).user?.includes(stored(disk).cacheOwnerId ?? ''),
    );
    expect(owned.length).toBeGreaterThan(0);
    expect(owned.filter((disk) => has(disk, TYPED))).toEqual([]);
  });

  it('22 shows nothing of the other user when the app ends meanwhile and starts without a connection', async () => {
    const disks = await disksOfSignIn();
    const unfinished = disks.filter((disk) => namesBen(disk) && has(disk, TYPED));
    expect(unfinished.length).toBeGreaterThan(0);
    for (const disk of unfinished) {
      device = aDevice(url);
      for (const [key, text] of disk) device.caches.set(key, text);
      device.network.fault = () => Promise.reject(new TypeError('No connection'));
      const app = await device.open();
      await app.dispatch(checkSession());
      expect(session(app)).toMatchObject({ status: 'present', user: { name: 'Ben' } });
      expect(JSON.stringify(app.getState().drafts)).not.toContain(TYPED);
      await soon(() => expect(stored(device.caches).cacheOwnerId).toBe(JSON.stringify(session(app).user?._id)));
      expect(has(device.caches, TYPED)).toBe(false);
    }
  });
});
