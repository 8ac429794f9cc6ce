// @vitest-environment node
import { serverIdsOf } from '../../../src/offline/localIds';
import { REHYDRATE } from 'redux-persist';
import { expect, it } from 'vitest';
import { queueReloaded, replayStarted, serverBusy } from '../../../src/offline/actions';
import { pauseFrom } from '../../../src/offline/storage/queueRecords';
import { selectOwnEntries } from '../../../src/state/pending/pendingSelectors';
import { signOut } from '../../../src/state/session/session';
import { draftDropped, draftSaved } from '../../../src/state/slices/draftsSlice';
import type { FaultyDevice, Tab } from '../../support/app/faultyDevice';
import { setUpQueueFixture } from '../../support/queue/queueFixture';

const REREAD_WITHIN_MS = 2_000;
const LOCKS_MS = 200;

const fixture = setUpQueueFixture();

const flush = ({ store }: Tab) => store.dispatch((_dispatch, _getState, extra) => extra.flush());
const session = ({ store }: Tab) => store.getState().session;
const locationsOf = ({ store }: Tab) => store.getState().locationsCache.byKey.all?.value ?? [];

/** The app starts again on a disk that cannot be read. */
async function reopenUnreadable(device: FaultyDevice, tab: Tab): Promise<Tab> {
  await flush(tab);
  tab.kill();
  device.areCachesUnreadable = true;
  return device.open();
}

async function makeReadable(device: FaultyDevice, tab: Tab): Promise<void> {
  device.areCachesUnreadable = false;
  await device.clock.advance(REREAD_WITHIN_MS);
  await flush(tab);
}

it('a tab that cannot read the stored state does not overwrite it', async () => {
  const { device, tab } = await fixture();
  await flush(tab);
  const before = new Map(device.caches);
  expect(before.get('persist:session')).toContain('@');
  await device.setOnline(false);
  const later = await reopenUnreadable(device, tab);
  await device.clock.advance(60_000);
  await flush(later);
  expect(device.caches).toEqual(before);
});

it('a user who can be read only later is signed in then, also without a connection', async () => {
  const { device, tab, rep } = await fixture();
  tab.store.dispatch(draftSaved({ id: 'w1', form: 'new item', value: { name: 'Gum' }, savedAt: 1 }));
  await device.setOnline(false);
  const later = await reopenUnreadable(device, tab);
  expect(session(later)).toMatchObject({ status: 'absent', user: null });
  later.store.dispatch(draftSaved({ id: 'w2', form: 'new item', value: { name: 'Mints' }, savedAt: 2 }));
  await makeReadable(device, later);
  expect(session(later)).toMatchObject({ status: 'present', verified: false, user: { _id: rep.user.id } });
  expect(locationsOf(later)).toHaveLength(1);
  expect(later.store.getState().drafts).toMatchObject({
    w1: { value: { name: 'Gum' } },
    w2: { value: { name: 'Mints' } },
  });
});

it('a user who signs in before the disk was read gets no caches, drafts or entries of the last user', async () => {
  const { device, tab, rep, server, work, deliveryRows } = await fixture();
  await device.setOnline(false);
  await work.deliver(0);
  tab.store.dispatch(draftSaved({ id: 'w1', form: 'new item', value: { name: 'Gum' }, savedAt: 1 }));
  const other = await server.signIn('rep');
  device.carryCookieOf(other);
  await flush(tab);
  device.network.online = true;
  const later = await reopenUnreadable(device, tab);
  expect(session(later)).toMatchObject({ status: 'present', user: { _id: other.user.id } });
  await makeReadable(device, later);
  expect(session(later)).toMatchObject({
    status: 'present',
    user: { _id: other.user.id },
    cacheOwnerId: other.user.id,
  });
  expect(later.store.getState().drafts).not.toHaveProperty('w1');
  expect([...device.caches.keys()]).not.toContain('draft:w1');
  expect([...device.caches.values()].join()).not.toContain(rep.user.email);
  expect(locationsOf(later)).toHaveLength(1);
  expect(device.entries().map(({ userId }) => userId)).toEqual([rep.user.id]);
  expect(selectOwnEntries(later.store.getState())).toEqual([]);
  expect(await deliveryRows()).toEqual([]);
});

it('a sign-out before the disk was read leaves no session and nothing stored', async () => {
  const { device, tab, rep } = await fixture();
  tab.store.dispatch(draftSaved({ id: 'w1', form: 'new item', value: { name: 'Gum' }, savedAt: 1 }));
  const later = await reopenUnreadable(device, tab);
  expect(session(later).status).toBe('present');
  await device.setOnline(false);
  void later.store.dispatch(signOut());
  await device.clock.advance(REREAD_WITHIN_MS / 2);
  await makeReadable(device, later);
  expect(session(later)).toMatchObject({ status: 'absent', user: null, signOutPending: true });
  expect(locationsOf(later)).toEqual([]);
  later.kill();
  const last = await device.open();
  expect(session(last)).toMatchObject({ status: 'absent', user: null, signOutPending: true });
  expect(locationsOf(last)).toEqual([]);
  expect(last.store.getState().drafts).not.toHaveProperty('w1');
  expect([...device.caches.keys()].join()).not.toContain('draft:');
  expect([...device.caches.values()].join()).not.toContain(rep.user.email);
});

it('a session that is not JSON is ignored, and the next one is stored', async () => {
  const { device, tab, rep } = await fixture();
  await flush(tab);
  tab.kill();
  device.caches.set('persist:session', '{"user"');
  const later = await device.open();
  await flush(later);
  expect(device.caches.get('persist:session')).toContain(rep.user.email);
});

it('a draft that another tab deletes while this one opens is not written back', async () => {
  const { device, tab } = await fixture();
  const form = 'edit visit local1';
  tab.store.dispatch(draftSaved({ id: 'w1', form, value: 'typed', savedAt: 1, outcome: 'sending' }));
  await flush(tab);
  device.onAction = (action) => {
    if (action.type !== REHYDRATE || !('key' in action) || action.key !== 'drafts') return;
    tab.store.dispatch(draftDropped('w1'));
    void flush(tab);
  };
  const second = await device.open();
  second.store.dispatch(draftSaved({ id: 'w2', form: 'new item', value: 'other', savedAt: 2 }));
  const queue = { entries: [], firstTries: [], quarantined: 0, newer: [], ended: [] };
  second.store.dispatch(queueReloaded({ ...queue, serverIds: serverIdsOf([{ localId: 'local1', serverId: 'v1' }]) }));
  expect(second.store.getState().drafts).toMatchObject({ w1: { form: 'edit visit v1', outcome: 'unknown' } });
  await flush(second);
  expect([...device.caches.keys()].filter((key) => key.startsWith('draft:'))).toEqual(['draft:w2']);
});

it('a queued entry is sent and shown as sent, even after a flush of unreadable drafts', async () => {
  const { device, tab, work, deliveryRows } = await fixture();
  await device.setOnline(false);
  await work.deliver(0);
  const later = await reopenUnreadable(device, tab);
  await flush(later);
  expect(Object.keys(later.store.getState().drafts)).toEqual([]);
  await makeReadable(device, later);
  await device.setOnline(true);
  await device.clock.advance(60_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(selectOwnEntries(later.store.getState())).toEqual([]);
});

it('a queue that could not be read is shown a few seconds later, during a pause of the server too', async () => {
  const { device, tab, work } = await fixture();
  await device.setOnline(false);
  await work.deliver(0);
  tab.kill();
  device.disk.faults = ['closed', 'closed'];
  const later = await device.open();
  expect(later.store.getState().queue.status).toBe('unreadable');
  later.store.dispatch(serverBusy(pauseFrom(device.clock.now(), 60_000)));
  await device.clock.advance(2 * REREAD_WITHIN_MS);
  expect(later.store.getState().queue).toMatchObject({ status: 'ready', entries: [{ call: 'createDelivery' }] });
});

it('at a start a pass begins after the first read of the queue', async () => {
  const { device, tab, work } = await fixture();
  await device.setOnline(false);
  await work.deliver(0);
  tab.kill();
  await device.setOnline(true);
  const { lockManager, clock } = device;
  const locksOf = lockManager.client.bind(lockManager);
  // A read of the queue begins with the names of all locks.
  lockManager.client = (tabId) => {
    const { request, query } = locksOf(tabId);
    return { request, query: () => clock.sleep(LOCKS_MS).then(query) };
  };
  const seen: string[] = [];
  device.onAction = ({ type }) => {
    if (type === queueReloaded.type || type === replayStarted.type) seen.push(type);
  };
  await device.open();
  await clock.advance(10 * LOCKS_MS);
  expect(seen.slice(0, 2)).toEqual([queueReloaded.type, replayStarted.type]);
  expect(device.disk.records('entries')).toEqual([]);
});
