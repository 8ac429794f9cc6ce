// @vitest-environment node
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayStartMs } from '../../../src/domain/dates';
import { hashPassword } from '../../../src/server/auth/passwords';
import { connectivityChanged, windowFocused } from '../../../src/offline/actions';
import { draftSaved } from '../../../src/state/slices/draftsSlice';
import { prefetchIfStale } from '../../../src/state/offlineReadiness/offlineReadiness';
import { checkSession, signIn, signOut } from '../../../src/state/session/session';
import { shareSession } from '../../../src/state/session/shareSession';
import type { TabChannel } from '../../../src/state/root/tabChannels';
import type { AppStore } from '../../../src/state/root/types';
import { anItem, aUser } from '../../support/server/builders';
import { startTestServer, type TestServer } from '../../support/server/harness';
import { aDevice, type Device, noNetwork } from '../../support/app/device';

const PASSWORD = 'correct horse battery';

let server: TestServer;
let url: string;
let device: Device;
let ana: string;
let ben: string;
let channels: BroadcastChannel[] = [];

beforeAll(async () => {
  server = await startTestServer();
  url = await server.listen();
});
beforeEach(async () => {
  for (const channel of channels) channel.close();
  channels = [];
  await server.reset();
  const passwordHash = await hashPassword(PASSWORD);
  ({ email: ana } = await aUser(server.db, { name: 'Ana', passwordHash }));
  ({ email: ben } = await aUser(server.db, { name: 'Ben', passwordHash }));
  await anItem(server.db);
  device = aDevice(url);
});
afterAll(async () => {
  for (const channel of channels) channel.close();
  await server.close();
});

async function aTab(): Promise<AppStore> {
  const store = await device.open();
  const channel = new BroadcastChannel('session of the test');
  channels.push(channel);
  // A tab may still post after the end of its test.
  const postMessage = (message: unknown) => channels.includes(channel) && channel.postMessage(message);
  shareSession(store, { postMessage, addEventListener: channel.addEventListener.bind(channel) });
  return store;
}

const session = (store: AppStore) => store.getState().session;
const signInAs = (store: AppStore, email: string) => store.dispatch(signIn({ email, password: PASSWORD }));
/** However slow the machine is. */
const soon = (assertion: () => void) => vi.waitFor(assertion, 30_000);

async function twoTabsOfAna(): Promise<[AppStore, AppStore]> {
  const here = await aTab();
  await signInAs(here, ana);
  const there = await aTab();
  await there.dispatch(checkSession());
  await there.dispatch(prefetchIfStale(dayStartMs(new Date())));
  await soon(() => expect(there.getState().itemsCache.byKey.all).toBeDefined());
  return [here, there];
}

describe('a sign-out in one tab', () => {
  it('signs the other tab out too, which keeps nothing of that user', async () => {
    const [here, there] = await twoTabsOfAna();
    there.dispatch(draftSaved({ id: 'w1', form: 'visit 7', value: { note: 'private' }, savedAt: 1 }));
    await here.dispatch(signOut());
    await soon(() => expect(session(there)).toMatchObject({ status: 'absent', user: null, cacheOwnerId: null }));
    expect(there.getState().itemsCache.byKey).toEqual({});
    await soon(() => {
      for (const text of device.caches.values()) expect(text).not.toContain('private');
    });
  });

  it('without a connection is pending in both tabs, and in neither once the server has it', async () => {
    const [here, there] = await twoTabsOfAna();
    device.network.fault = noNetwork;
    await here.dispatch(signOut());
    await soon(() => expect(session(there)).toMatchObject({ status: 'absent', signOutPending: true }));
    device.network.fault = null;
    await here.dispatch(checkSession());
    await soon(() => expect(session(there).signOutPending).toBe(false));
  });
});

describe('a sign-in in one tab', () => {
  it('of another user signs the other tab in too, and does not end the new session', async () => {
    const [here, there] = await twoTabsOfAna();
    device.network.fault = noNetwork;
    await here.dispatch(signOut());
    await soon(() => expect(session(there).signOutPending).toBe(true));
    device.network.fault = null;
    await signInAs(here, ben);
    await soon(() => expect(session(there)).toMatchObject({ verified: true, user: { name: 'Ben' } }));
    await here.dispatch(checkSession());
    expect(session(here)).toMatchObject({ status: 'present', verified: true, user: { name: 'Ben' } });
  });

  it('signs in a tab whose session had ended, which shows its form again', async () => {
    const [here, there] = await twoTabsOfAna();
    there.dispatch(draftSaved({ id: 'w1', form: 'visit 7', value: { note: 'half' }, savedAt: 1 }));
    device.cookies.set('session', 'over');
    await Promise.all([here, there].map((tab) => tab.dispatch(checkSession())));
    expect([session(here).status, session(there).status]).toEqual(['absent', 'absent']);
    await signInAs(here, ana);
    await soon(() => expect(session(there)).toMatchObject({ status: 'present', user: { name: 'Ana' } }));
    expect(there.getState().drafts.w1?.value).toEqual({ note: 'half' });
  });
});

describe('a sign-in in another tab', () => {
  const isCheck = ({ url: of }: Request) => of.endsWith('/auth/me');

  it('counts more than the response to a check that was sent before it', async () => {
    const [here, there] = [await aTab(), await aTab()];
    const channel = new BroadcastChannel('session of the test');
    channels.push(channel);
    const heard = new Promise((resolve) => channel.addEventListener('message', resolve));
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    let checks = 0;
    device.network.passing = async (request, send) => {
      if (isCheck(request)) checks += 1;
      const response = await send();
      if (isCheck(request) && checks === 1) await responded;
      return response;
    };
    const checking = there.dispatch(checkSession());
    await soon(() => expect(checks).toBe(1));
    await signInAs(here, ana);
    await heard;
    respond();
    await checking;
    await soon(() => expect(session(there)).toMatchObject({ status: 'present', user: { name: 'Ana' } }));
  });

  it('is not ended by a pending sign-out of this tab when the connection returns', async () => {
    const [here, there] = [await aTab(), await aTab()];
    await signInAs(here, ana);
    await soon(() => expect(session(there)).toMatchObject({ verified: true }));
    device.network.fault = noNetwork;
    await here.dispatch(signOut());
    await soon(() => expect(session(there)).toMatchObject({ status: 'absent', signOutPending: true }));
    device.network.fault = null;
    const signOuts: string[] = [];
    device.network.passing = async (request, send) => {
      if (request.url.endsWith('/auth/logout')) signOuts.push(request.url);
      const response = await send();
      if (!request.url.endsWith('/auth/login')) return response;
      // The new cookie is set, and the other tab does not know it yet.
      there.dispatch(connectivityChanged({ online: true }));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return response;
    };
    await signInAs(here, ben);
    await here.dispatch(checkSession());
    expect(signOuts).toEqual([]);
    expect(session(here)).toMatchObject({ status: 'present', user: { name: 'Ben' } });
    await soon(() => expect(session(there)).toMatchObject({ verified: true, user: { name: 'Ben' } }));
  });

  it.each([
    ['the connection is back', connectivityChanged({ online: true })],
    ['somebody looks at the tab', windowFocused()],
  ])('is confirmed when %s, if the check had no response', async (_, action) => {
    const [here, there] = [await aTab(), await aTab()];
    await there.dispatch(checkSession());
    let checks = 0;
    device.network.passing = async (request, send) => {
      if (!isCheck(request)) return send();
      checks += 1;
      return noNetwork();
    };
    await signInAs(here, ana);
    await soon(() => expect(checks).toBe(1));
    device.network.passing = null;
    expect(session(there).status).toBe('absent');
    there.dispatch(action);
    await soon(() => expect(session(there)).toMatchObject({ status: 'present', user: { name: 'Ana' } }));
  });
});

it('an unknown message of another version of the app is ignored', async () => {
  const store = await aTab();
  await signInAs(store, ana);
  const before = session(store);
  const target = new EventTarget();
  const addEventListener = target.addEventListener.bind(target) as TabChannel['addEventListener'];
  shareSession(store, { postMessage: () => undefined, addEventListener });
  for (const data of [null, 'out', { userId: 7, signOutOwed: false }, { userId: null }]) {
    target.dispatchEvent(new MessageEvent('message', { data }));
  }
  expect(session(store)).toBe(before);
  target.dispatchEvent(new MessageEvent('message', { data: { userId: null, signOutOwed: false } }));
  expect(session(store).status).toBe('absent');
});
