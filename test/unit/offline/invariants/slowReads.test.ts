// @vitest-environment node
import { PERSIST } from 'redux-persist';
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { saveDraft } from '../../../../src/state/drafts/drafts';
import { checkSession, signOut } from '../../../../src/state/session/session';
import type { TabChannel } from '../../../../src/state/root/tabChannels';
import { shareSession } from '../../../../src/state/session/shareSession';
import { cachesForgotten } from '../../../../src/state/slices/cacheSlice';
import { sessionEnded, signedOutElsewhere } from '../../../../src/state/slices/sessionSlice';
import type { Tab } from '../../../support/app/faultyDevice';
import { Gate } from '../../../support/app/gate';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const SECOND_MS = 1_000;

const flush = ({ store }: Tab) => store.dispatch((_dispatch, _getState, extra) => extra.flush());
const session = ({ store }: Tab) => store.getState().session;

/** Makes the ends of a channel between tabs. */
function sessionChannels() {
  const ends: { hear(data: unknown): void }[] = [];
  return (): TabChannel => {
    const end = { hear: (_data: unknown) => {} };
    ends.push(end);
    return {
      postMessage(data) {
        for (const other of ends.filter((one) => one !== end)) other.hear(data);
      },
      addEventListener: (_type: string, listener: unknown) => {
        end.hear = (data) => (listener as (event: object) => void)({ data });
      },
    };
  };
}

/** Leaves a visit that was read, and a draft. */
async function work({ device, tab, rep, location }: QueueFixture) {
  const response = await rep.post('/api/visits', { location: location.locationId });
  const { _id: visit } = response.json<{ _id: string }>();
  await tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { subscribe: false }));
  tab.store.dispatch(saveDraft({ id: 'a-write', form: 'new delivery  ', value: { lines: [] } }));
  await flush(tab);
  expect(device.caches.has('draft:a-write')).toBe(true);
  return visit;
}

/** A second tab that was opened before anybody was signed in, so that it reads the disk again at the next sign-in. */
async function twoTabs() {
  const fixture = await setUp();
  const { device, tab, rep } = fixture;
  const end = sessionChannels();
  shareSession(tab.store, end());
  device.carryCookieOf(null);
  const caches = new Map(device.caches);
  device.caches.clear();
  device.cacheReads = new Gate();
  const second = await device.open();
  shareSession(second.store, end());
  for (const [key, text] of caches) device.caches.set(key, text);
  expect(session(second).status).toBe('absent');
  device.carryCookieOf(rep);
  const visit = await work(fixture);
  /** The person signs in in the second tab. From an action of this type on, its reads do not arrive. */
  const signInSecond = async (slowFrom: string) => {
    device.onAction = ({ type }) => {
      if (type === slowFrom) device.cacheReads.shut();
    };
    await second.store.dispatch(checkSession());
    await device.clock.advance(SECOND_MS);
    device.onAction = () => undefined;
    expect(session(second).user?._id).toBe(rep.user.id);
  };
  const readsArrive = async () => {
    device.cacheReads.reopen();
    await device.clock.advance(SECOND_MS);
    await flush(second);
  };
  return { ...fixture, second, visit, signInSecond, readsArrive };
}

it('22 a tab that hears of a sign-out while it reads the disk keeps nothing of that person', async () => {
  const { device, tab, second, visit, signInSecond, readsArrive } = await twoTabs();
  await signInSecond(PERSIST);
  // The end of the session is the last thing that the first tab stores.
  const store = device.caches.set.bind(device.caches);
  const late: string[] = [];
  device.caches.set = (key, text) => {
    if (key !== 'persist:session') return store(key, text);
    late.push(text);
    return device.caches;
  };
  await tab.store.dispatch(signOut());
  await device.clock.advance(SECOND_MS);
  device.caches.set = store;
  store('persist:session', late.at(-1) ?? '');
  expect(device.caches.get('persist:visitsCache')).not.toContain(visit);
  await readsArrive();
  expect(session(second).status).toBe('absent');
  expect(second.store.getState().drafts).not.toHaveProperty('a-write');
  expect(second.store.getState().visitsCache.byKey).toEqual({});
  expect(device.caches.has('draft:a-write')).toBe(false);
  expect(device.caches.get('persist:visitsCache')).not.toContain(visit);
});

it('22 a tab that hears of a sign-out before it reads the disk does not read it', async () => {
  const { second, signInSecond, readsArrive } = await twoTabs();
  await signInSecond(cachesForgotten.type);
  second.store.dispatch(signedOutElsewhere({ signOutPending: false }));
  await readsArrive();
  expect(second.store.getState().drafts).not.toHaveProperty('a-write');
});

it('22 what the next person has made is kept when the disk says late that its records are another’s', async () => {
  const fixture = await setUp();
  const { device, server, tab } = fixture;
  const visit = await work(fixture);
  tab.store.dispatch(sessionEnded());
  await flush(tab);
  device.cacheReads.shut();
  const next = await server.signIn('rep');
  device.carryCookieOf(next);
  await tab.store.dispatch(checkSession());
  expect(session(tab).user?._id).toBe(next.user.id);
  tab.store.dispatch(saveDraft({ id: 'write-of-next', form: 'new delivery  ', value: { lines: [] } }));
  await device.clock.advance(SECOND_MS);
  device.cacheReads.reopen();
  await device.clock.advance(SECOND_MS);
  await flush(tab);
  expect(Object.keys(tab.store.getState().drafts)).toContain('write-of-next');
  expect(tab.store.getState().drafts).not.toHaveProperty('a-write');
  expect(tab.store.getState().visitsCache.byKey).not.toHaveProperty(visit);
  expect(device.caches.has('draft:write-of-next')).toBe(true);
  expect(device.caches.has('draft:a-write')).toBe(false);
  expect(device.caches.get('persist:visitsCache')).not.toContain(visit);
});
