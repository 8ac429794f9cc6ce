// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { saveDraft } from '../../../../src/state/drafts/drafts';
import { checkSession, signOut } from '../../../../src/state/session/session';
import type { TabChannel } from '../../../../src/state/root/tabChannels';
import { shareSession } from '../../../../src/state/session/shareSession';
import { alertShown } from '../../../../src/state/slices/alertsSlice';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { sessionEnded, signedOutElsewhere } from '../../../../src/state/slices/sessionSlice';
import type { Tab } from '../../../support/app/faultyDevice';
import { loseReads, type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';
import type { SignedIn } from '../../../support/server/harness';

const setUp = setUpQueueFixture();
const SECOND_MS = 1_000;

const flush = ({ store }: Tab) => store.dispatch((_dispatch, _getState, extra) => extra.flush());
const session = ({ store }: Tab) => store.getState().session;

/** Makes the ends of a channel between tabs. Messages to a suspended end wait until it resumes. */
function sessionChannels() {
  const ends: { isSuspended: boolean; waiting: unknown[]; hear(data: unknown): void }[] = [];
  return () => {
    const end = { isSuspended: false, waiting: [] as unknown[], hear: (_data: unknown) => {} };
    ends.push(end);
    const channel: TabChannel = {
      postMessage(data) {
        for (const other of ends.filter((one) => one !== end)) {
          if (other.isSuspended) other.waiting.push(data);
          else other.hear(data);
        }
      },
      addEventListener: (_type: string, listener: unknown) => {
        end.hear = (data) => (listener as (event: object) => void)({ data });
      },
    };
    return {
      channel,
      suspend: () => {
        end.isSuspended = true;
      },
      resume: () => {
        end.isSuspended = false;
        for (const data of end.waiting.splice(0)) end.hear(data);
      },
    };
  };
}

/** Two tabs of one person that agree on who is signed in. */
async function twoTabs() {
  const fixture = await setUp();
  const second = await fixture.device.open();
  const end = sessionChannels();
  shareSession(fixture.tab.store, end().channel);
  const { channel, suspend, resume } = end();
  shareSession(second.store, channel);
  return { ...fixture, second, suspend, resume };
}

/** The next person's cookie is on the device, and the first tab has found out. */
async function arrive({ device, server, tab }: QueueFixture): Promise<SignedIn> {
  const next = await server.signIn('rep');
  device.carryCookieOf(next);
  await tab.store.dispatch(checkSession());
  await device.clock.advance(SECOND_MS);
  expect(session(tab).user?._id).toBe(next.user.id);
  return next;
}

/** The first person has signed out in the first tab, where the next one signed in. */
async function nextPerson(isSuspended = true) {
  const fixture = await twoTabs();
  if (isSuspended) fixture.suspend();
  await fixture.tab.store.dispatch(signOut());
  const next = await arrive(fixture);
  return { ...fixture, next, ...(await work(fixture, next)) };
}

/** What the next person leaves on the disk: a visit that was read, and a draft with the only copy of its write id. */
async function work({ device, tab, location }: QueueFixture, next: SignedIn) {
  const response = await next.post('/api/visits', { location: location.locationId });
  const { _id: visit } = response.json<{ _id: string }>();
  await tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { subscribe: false }));
  const draft = { id: 'write-of-next', form: 'new delivery  ', value: { lines: [] } };
  tab.store.dispatch(saveDraft({ ...draft, outcome: 'unknown' }));
  await flush(tab);
  const isDraftStored = () => device.caches.has('draft:write-of-next');
  expect(isDraftStored()).toBe(true);
  return { visit, isDraftStored };
}

it.each([
  ['a suspended tab of the previous person resumes', true],
  ['a tab of the previous person has heard of it at once', false],
])('22 the next person keeps session, caches and drafts when %s', async (_, isSuspended) => {
  const { device, tab, second, next, resume, visit, isDraftStored } = await nextPerson(isSuspended);
  await device.setOnline(false);
  resume();
  await device.clock.advance(5 * SECOND_MS);
  await flush(second);
  expect(isDraftStored()).toBe(true);
  tab.kill();
  second.kill();
  const third = await device.open();
  expect(session(third)).toMatchObject({ status: 'present', user: { _id: next.user.id } });
  expect(third.store.getState().visitsCache.byKey).toHaveProperty(visit);
});

it('22 a suspended tab that resumes with a connection shows what the next person has on the device', async () => {
  const { device, second, next, resume, visit, isDraftStored } = await nextPerson();
  resume();
  await device.clock.advance(5 * SECOND_MS);
  await flush(second);
  expect(session(second).user?._id).toBe(next.user.id);
  expect(second.store.getState().visitsCache.byKey).toHaveProperty(visit);
  expect(second.store.getState().drafts).toHaveProperty('write-of-next');
  expect(isDraftStored()).toBe(true);
});

it('22 a tab that learns late of the next person, after a 401, keeps that person’s drafts and caches', async () => {
  const fixture = await twoTabs();
  const { device, tab, second } = fixture;
  for (const { store } of [tab, second]) store.dispatch(sessionEnded());
  let checks = 0;
  // The connection is lost after the sign-in, so the second tab can't confirm it.
  device.network.gateway = (request) => {
    if (request.path === '/auth/me') checks += 1;
    return checks > 1 ? loseReads(request) : null;
  };
  const next = await arrive(fixture);
  expect(session(second).status).toBe('absent');
  device.network.gateway = () => null;
  const { visit, isDraftStored } = await work(fixture, next);
  await device.setOnline(false);
  await device.setOnline(true);
  await device.clock.advance(5 * SECOND_MS);
  await flush(second);
  expect(session(second).user?._id).toBe(next.user.id);
  expect(isDraftStored()).toBe(true);
  expect(device.caches.get('persist:visitsCache')).toContain(visit);
});

it('22 a sign-out removes the alerts', async () => {
  const { tab } = await setUp();
  tab.store.dispatch(alertShown('Visit submitted.', 'success', 'a1'));
  expect(tab.store.getState().alerts).toHaveLength(1);
  await tab.store.dispatch(signOut());
  expect(tab.store.getState().alerts).toEqual([]);
});

it('22 a command that is pressed after a sign-out in another tab changes nothing', async () => {
  const { device, tab, location, work } = await setUp();
  await device.setOnline(false);
  const id = (await work.deliver(0)).result?.queued?.id ?? '';
  device.network.faults = ['status422'];
  await device.setOnline(true);
  await device.clock.advance(5_000);
  const before = [device.entries(), device.states()];
  expect(device.states()).toMatchObject([{ id, state: 'refused' }]);
  tab.store.dispatch(signedOutElsewhere({ signOutPending: false }));
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  expect(await tab.store.dispatch(editRefusedEntry(id, { lines }, true))).toBe('notFound');
  expect(await tab.store.dispatch(discardEntries([id], true))).toBe('gone');
  expect([device.entries(), device.states()]).toEqual(before);
});
