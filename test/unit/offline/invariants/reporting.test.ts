// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { queuedWriteErrorMessage } from '../../../../src/api/client/errors';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { visitsApi } from '../../../../src/api/visitsApi';
import { exportUnsent } from '../../../../src/offline/describeEntry';
import { ENTRY_VERSION, migrateEntry } from '../../../../src/offline/storage/entryMigrations';
import { syncRequested } from '../../../../src/offline/actions';
import { sessions } from '../../../../src/server/db/schema';
import { moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';
import { withPendingChanges } from '../../../../src/state/pending/pendingViews';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it('25 a report counts the entries that the pass removed and the user’s that remain, the same in all tabs', async () => {
  const { device, tab, rep, work, workIn } = await setUp();
  const other = await device.open();
  await device.setOnline(false);
  await work.deliver(0);
  await workIn(other).deliver(1);
  await work.deliver(2);
  device.network.faults = ['status422'];
  device.network.bytesPerMs = 10;
  await device.setOnline(true);
  await device.clock.advance(10_000);
  const report = { userId: rep.user.id, pushed: 2, refused: 1, remaining: 1 };
  expect(tab.store.getState().queue.lastReplay).toMatchObject(report);
  expect(other.store.getState().queue.lastReplay).toEqual(tab.store.getState().queue.lastReplay);
});

it('25 a pass that pushed something is reported although the network then ended it', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.onWire = (moment, { method }) => {
    if (moment === 'responded' && method === 'POST') device.network.online = false;
  };
  await device.setOnline(true);
  expect(tab.store.getState().queue.lastReplay).toMatchObject({ pushed: 1, remaining: 2, ended: 'noConnection' });
});

it('25 the number that remains is reported although the storage then ended the pass', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.onWire = (moment, { method }) => {
    if (moment === 'responded' && method === 'POST' && device.network.requests === 2) device.disk.faults = ['closed'];
  };
  await device.setOnline(true);
  const { lastReplay } = tab.store.getState().queue;
  expect(lastReplay).toMatchObject({ pushed: 1, remaining: 2, ended: 'storageFailed' });
});

it('25 a refusal counts once, in the pass that could store it', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const id = device.entries()[0]?.id ?? '';
  device.network.gateway = ({ key }) => (key === id ? Response.json({ error: 'No.' }, { status: 422 }) : null);
  device.network.onWire = (moment, { key }) => {
    if (moment !== 'responded' || key !== id) return;
    device.network.onWire = () => undefined;
    device.disk.faults = ['torn'];
  };
  await device.setOnline(true);
  expect(tab.store.getState().queue).toMatchObject({ lastEnd: 'storageFailed', lastReplay: null });
  await device.clock.advance(60_000);
  expect(tab.store.getState().queue.lastReplay).toMatchObject({ refused: 1, remaining: 1 });
});

it('25 no report without a try or without a response', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(true);
  expect(tab.store.getState().queue.lastReplay).toBeNull();
  await device.setOnline(false);
  await work.deliver(0);
  device.network.faults = ['dropBefore'];
  await device.setOnline(true);
  expect(tab.store.getState().queue).toMatchObject({ lastReplay: null, entries: [{}] });
});

it('26 the server’s response to an online write is shown as that, and nothing is queued', async () => {
  const { device, tab, work } = await setUp();
  device.network.faults = ['status422'];
  const { result } = await work.deliver(0);
  const text = result?.failure && queuedWriteErrorMessage(result.failure);
  expect(text).toMatch(/^Request failed \(422\): \{"error":"Fault 422\. /);
  expect(text).toHaveLength('Request failed (422): '.length + 160);
  expect(device.entries()).toEqual([]);
  expect(tab.store.getState().queue.entries).toEqual([]);
});

it('26 a session that ended during an online write is shown, and the change is sent after the next sign-in', async () => {
  const { device, server, rep, tab, work, deliveryRows } = await setUp();
  await server.db.delete(sessions).where(eq(sessions.userId, rep.user.id));
  const { result } = await work.deliver(0);
  expect(result?.failure).toMatchObject({ kind: 'http', status: 401 });
  expect(device.states()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  device.carryCookieOf(await server.signIn(rep.user));
  tab.kill();
  await device.open();
  await device.clock.advance(2_000);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(1);
});

it('27 a record is migrated step by step, and its bytes on the disk stay unchanged', async () => {
  const record = Object.freeze({ v: 1, id: 'e1', old: 'x' });
  const migrations = {
    1: ({ old, ...rest }: Record<string, unknown>) => ({ ...rest, v: 2, name: old }),
    2: (one: Record<string, unknown>) => ({ ...one, v: 3 }),
  };
  expect(migrateEntry(record, migrations, 3)).toEqual({ v: 3, id: 'e1', name: 'x' });
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const [saved] = device.entries();
  if (!saved) throw new Error('Nothing was queued');
  const { baseVersion: _base, over: _over, pricesAsOf: _as, unitPrices: _prices, firstTry: _first, ...fields } = saved;
  const old = { ...fields, v: 1 };
  device.disk.durable.get('entries')?.set(saved.id, old);
  tab.kill();
  const later = await device.open();
  expect(later.store.getState().queue.entries).toMatchObject([{ id: saved.id, mayHaveArrived: true }]);
  expect(device.disk.records('entries')).toEqual([old]);
});

it.each([
  ['without a version', { v: undefined }],
  ['with a position that is no number', { seq: 'first' }],
  ['with a field of no build', { color: 'red' }],
])(
  '27 an unreadable record is quarantined, counted and exportable, and the others are sent: %s',
  async (_what, rot) => {
    const { device, tab, rep, work, deliveryRows } = await setUp();
    await device.setOnline(false);
    await work.deliver(0);
    await work.deliver(1);
    const id = device.entries()[0]?.id ?? '';
    const rotten = JSON.parse(JSON.stringify({ ...device.entries()[0], ...rot, id }));
    device.disk.durable.get('entries')?.set(id, rotten);
    tab.kill();
    const later = await device.open();
    expect(later.store.getState().queue).toMatchObject({ quarantined: 1, entries: [{}] });
    const { journal, now } = later.store.dispatch((_dispatch, _getState, extra) => extra);
    const exported = JSON.parse(await exportUnsent({ journal, userId: rep.user.id, now: now() }));
    expect(exported.setAside).toMatchObject([{ id, entry: rotten }]);
    await device.setOnline(true);
    expect(await deliveryRows()).toHaveLength(1);
    expect(device.disk.records('quarantine')).toHaveLength(1);
  },
);

it('27 an unreadable submit does not hold back what the person does at its visit afterwards', async () => {
  const { device, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.submit(visit);
  const id = device.entries()[0]?.id ?? '';
  device.disk.durable.get('entries')?.set(id, { ...device.entries()[0], id, ts: 'damaged' });
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(device.disk.records('quarantine')).toHaveLength(1);
  expect((await work.update(visit, { note: 'by hand' })).result).toEqual({ id: visit });
  expect(await visitRows()).toMatchObject([{ note: 'by hand', submittedAt: null }]);
});

it('27 the work in a visit whose start can’t be read is refused with the reason, and moves to a new visit', async () => {
  const { device, tab, work, visitRows, deliveryRows } = await setUp();
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  await work.deliver(0, visit);
  const [start] = device.entries();
  device.disk.durable.get('entries')?.set(start?.id ?? '', { ...start, id: start?.id ?? '', color: 'red' });
  await device.setOnline(true);
  await device.clock.advance(10_000);
  const [refused] = tab.store.getState().queue.entries;
  expect(refused).toMatchObject({ state: 'refused', lastError: { text: expect.stringContaining('can’t be read') } });
  expect(await tab.store.dispatch(moveToNewVisit(refused?.id ?? '', false))).toBe('done');
  await device.clock.advance(10_000);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toMatchObject([{ visitId: (await visitRows())[0]?.id }]);
});

it('27 a record of a newer build is kept unchanged, and reported', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const newer = { ...device.entries()[0], v: ENTRY_VERSION + 1, more: 'than this build knows' } as { id: string };
  device.disk.durable.get('entries')?.set(newer.id, newer);
  tab.kill();
  const later = await device.open();
  await device.setOnline(true);
  later.store.dispatch(syncRequested({}));
  await device.clock.advance(10 * 60_000);
  expect(later.store.getState().queue).toMatchObject({ newer: [{ id: newer.id }], entries: [] });
  expect(device.entries()).toEqual([newer]);
  expect(await deliveryRows()).toEqual([]);
});

it('28 a refetch after a pass does not overwrite a pending change', async () => {
  const { device, tab, work, openVisit } = await setUp();
  const visit = await openVisit();
  await device.setOnline(false);
  await work.deliver(0, visit);
  await work.update(visit, { note: 'Mine, not sent yet' });
  device.network.onWire = (moment, { method }) => {
    if (moment === 'responded' && method === 'POST') device.network.faults = ['status422'];
  };
  await device.setOnline(true);
  const reading = tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(visit, { forceRefetch: true }));
  await device.clock.settle();
  const { data } = await reading;
  reading.unsubscribe();
  const { entries, serverIds } = tab.store.getState().queue;
  expect(entries).toMatchObject([{ call: 'updateVisit', state: 'refused' }]);
  expect(data?.note).toBe('');
  expect(data && withPendingChanges(data, entries, serverIds).note).toBe('Mine, not sent yet');
});

it('25 what the last pass may have sent is refetched, though the storage ended it before that was stored', async () => {
  const { device, tab, work, openVisit } = await setUp();
  const visit = await openVisit();
  await tab.store.dispatch(deliveriesApi.endpoints.listVisitDeliveries.initiate(visit));
  await device.setOnline(false);
  await work.deliver(0, visit);
  device.network.onWire = (moment, { method }) => {
    if (moment === 'responded' && method === 'POST') device.disk.faults = ['closed'];
  };
  const refetches = () =>
    device.requests.filter(({ method, path }) => method === 'GET' && path.includes('/deliveries')).length;
  const before = refetches();
  device.network.online = true;
  tab.store.dispatch(syncRequested({}));
  await device.clock.settle();
  expect(tab.store.getState().queue.lastEnd).toBe('storageFailed');
  expect(refetches()).toBeGreaterThan(before);
});
