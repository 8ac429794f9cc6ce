// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { type QueuedWrite, writeRequested } from '../../../../src/api/client/writes';
import { syncRequested } from '../../../../src/offline/actions';
import { deliveryLines } from '../../../../src/server/db/schema';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { acceptRecorded, sendMine } from '../../../../src/state/outbox/refusedEntries';
import type { AppStore } from '../../../../src/state/root/types';
import { aWrite } from '../../../support/app/aWrite';
import { deliver, startVisit } from '../../../support/server/aStockedLocation';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

/** A delivery that the server knows in version 1, and a rep who edits it without a signal. */
async function withDelivery() {
  const fixture = await setUp();
  const { device, location, rep, server, tab } = fixture;
  const { _id, version } = await deliver(rep, location, 0);
  const lines = (quantity: number) => [{ item: location.itemId, quantity, packaging: 'each' }];
  // No event tells the browser so: the first change is tried, and may have arrived.
  device.network.online = false;
  /** Saves an edit, made over the version that was read and over an own edit, if there was one. */
  const edit = async (id: string, quantity: number, over: string | null = null) => {
    const write: QueuedWrite = {
      id,
      ts: device.clock.now(),
      call: 'updateDelivery',
      method: 'PATCH',
      path: `/deliveries/${_id}`,
      body: { lines: lines(quantity) },
      visitId: null,
      baseVersion: version ?? null,
      over,
      pricesAsOf: null,
    };
    tab.store.dispatch(writeRequested(write));
    await device.clock.settle();
  };
  return {
    ...fixture,
    edit,
    lines,
    ifMatches: () => device.writes.map(({ ifMatch }) => ifMatch),
    /** An admin changes it meanwhile. */
    changeByAdmin: async (quantity: number) => {
      const admin = await server.signIn('admin');
      const { statusCode } = await admin.patch(`/api/deliveries/${_id}`, { lines: lines(quantity) });
      expect(statusCode).toBe(200);
    },
    quantities: async () => {
      const rows = await server.db.select().from(deliveryLines);
      return rows.map(({ quantityHundredths }) => quantityHundredths / 100);
    },
  };
}

it('33 an edit of something that another user changed meanwhile is refused, with the current record', async () => {
  const { device, tab, edit, changeByAdmin, quantities } = await withDelivery();
  await edit('edit-of-the-rep', 5);
  await changeByAdmin(9);
  await device.setOnline(true);
  expect(await quantities()).toEqual([9]);
  expect(tab.store.getState().queue.entries).toMatchObject([
    { state: 'refused', lastError: { status: 412, present: { current: { version: 2 } } } },
  ]);
});

it('33 each of several queued edits carries the version that the previous one led to', async () => {
  const { device, edit, ifMatches, quantities } = await withDelivery();
  await edit('edit-one', 5);
  await edit('edit-two', 6, 'edit-one');
  await edit('edit-three', 7, 'edit-two');
  await device.setOnline(true);
  expect(ifMatches()).toEqual(['"1"', '"2"', '"3"']);
  expect(await quantities()).toEqual([7]);
  expect(device.entries()).toEqual([]);
});

it('33 an edit made over a discarded one carries the base version of that one', async () => {
  const { device, tab, edit, ifMatches, quantities } = await withDelivery();
  await edit('edit-one', 5);
  await edit('edit-two', 6, 'edit-one');
  expect(await tab.store.dispatch(discardEntries(['edit-one'], true))).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(2_000);
  expect(ifMatches()).toEqual(['"1"']);
  expect(await quantities()).toEqual([6]);
});

it('33 an edit made over a refused and corrected one carries the version that the correction led to', async () => {
  const { device, tab, edit, lines, ifMatches, quantities } = await withDelivery();
  await edit('edit-one', 5);
  await edit('edit-two', 6, 'edit-one');
  device.network.faults = ['status422'];
  await device.setOnline(true);
  expect(await tab.store.dispatch(editRefusedEntry('edit-one', { lines: lines(4) }, false))).not.toBe('notFound');
  expect(device.entries().map(({ id }) => id)).not.toContain('edit-one');
  await device.clock.advance(2_000);
  expect(ifMatches().slice(-2)).toEqual(['"1"', '"2"']);
  expect(await quantities()).toEqual([6]);
});

it('33 no version is sent to a server without versions', async () => {
  const { device, tab, work, location } = await setUp();
  await device.setOnline(false);
  const { id = '', queued } = (await work.deliver(0)).result ?? {};
  const lines = [{ item: location.itemId, quantity: 5, packaging: 'each' }];
  const change = { call: 'updateDelivery', method: 'PATCH', path: `/deliveries/${id}`, body: { lines } } as const;
  const over = { visitId: null, baseVersion: null, over: queued?.id ?? '', pricesAsOf: null };
  tab.store.dispatch(writeRequested({ id: 'edit-one', ts: device.clock.now(), ...change, ...over }));
  await device.clock.settle();
  // Its response names the record, and no version.
  device.network.gateway = ({ method, path }) =>
    method === 'POST' && path === '/deliveries' ? Response.json({ _id: 'd1' }, { status: 201 }) : null;
  await device.setOnline(true);
  expect(device.writes.map(({ path, ifMatch }) => [path, ifMatch])).toEqual([['/deliveries/d1', '']]);
});

it('36 a refused entry can be corrected, and is then sent', async () => {
  const { device, tab, work, location, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0, 'no-such-visit');
  await device.setOnline(true);
  const { id = '' } = device.entries()[0] ?? {};
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 404 } }]);
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  expect(await tab.store.dispatch(editRefusedEntry(id, { visit: undefined, lines }, false))).toBe('replaced');
  await device.clock.advance(2_000);
  expect(await deliveryRows()).toHaveLength(1);
});

it('36 an entry that needs a discarded visit says so, and can be discarded', async () => {
  const { device, tab, work } = await setUp();
  await device.setOnline(false);
  const started = await work.startVisit();
  await work.deliver(0, started.result?.id);
  expect(await tab.store.dispatch(discardEntries([started.result?.queued?.id ?? ''], true))).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(2_000);
  const [orphan] = tab.store.getState().queue.entries;
  expect(orphan).toMatchObject({ state: 'refused', lastError: { text: expect.stringContaining('was discarded') } });
  tab.store.dispatch(syncRequested({}));
  await device.clock.advance(2_000);
  expect(device.writes.filter(({ path }) => path === '/deliveries')).toEqual([]);
  expect(await tab.store.dispatch(discardEntries([orphan?.id ?? ''], false))).toBe('done');
});

it('33 on a full disk, an edit over an own edit that was sent carries the version which that one led to', async () => {
  const { device, edit, ifMatches, quantities } = await withDelivery();
  await edit('edit-one', 5);
  await device.setOnline(true);
  device.disk.isFull = true;
  await edit('edit-two', 6, 'edit-one');
  await device.clock.advance(100);
  expect(ifMatches()).toEqual(['"1"', '"2"']);
  expect(await quantities()).toEqual([6]);
});

it('33 a submit over a start that went on in an open visit does not overwrite the note there unseen', async () => {
  const { device, tab, server, rep, work, location, visitRows } = await setUp();
  await device.setOnline(false);
  const { id = '', queued } = (await work.startVisit()).result ?? {};
  const body = { outcome: 'partial' as const, note: 'All done' };
  const change = { id, ...aWrite(body), base: { baseVersion: null, over: queued?.id ?? '' } };
  void tab.store.dispatch(visitsApi.endpoints.submitVisit.initiate(change));
  await device.clock.settle();
  const open = await startVisit(rep, location);
  const admin = await server.signIn('admin');
  await admin.patch(`/api/visits/${open._id}`, { note: 'The gate code is 1234' });
  await device.setOnline(true);
  expect(await visitRows()).toMatchObject([{ id: open._id, note: 'The gate code is 1234', submittedAt: null }]);
  const [refused] = tab.store.getState().queue.entries;
  expect(refused).toMatchObject({ lastError: { status: 412, present: { current: { version: 2 } } } });
  expect(await tab.store.dispatch(sendMine(refused?.id ?? '', 2))).toBe('done');
  await device.clock.advance(2_000);
  expect(await visitRows()).toMatchObject([{ note: 'All done', outcome: 'partial' }]);
});

it('36 a correction of an edit that another user’s change refused is sent over that change', async () => {
  const { device, tab, edit, lines, changeByAdmin, ifMatches, quantities } = await withDelivery();
  await edit('edit-one', 5);
  await changeByAdmin(9);
  await device.setOnline(true);
  expect(await tab.store.dispatch(editRefusedEntry('edit-one', { lines: lines(6) }, false))).toBe('replaced');
  await device.clock.advance(2_000);
  expect(ifMatches().at(-1)).toBe('"2"');
  expect(await quantities()).toEqual([6]);
  expect(device.entries()).toEqual([]);
});

const PARTIAL = { outcome: 'partial' as const, note: 'mine' };

it.each([
  ['"Change it to this"', ({ dispatch }: AppStore, id: string) => dispatch(acceptRecorded(id, true)), 'done'],
  ['Edit and Save', ({ dispatch }: AppStore, id: string) => dispatch(editRefusedEntry(id, PARTIAL, false)), 'replaced'],
] as const)(
  '36 a submit of a visit that an admin has submitted meanwhile becomes a change of it: %s',
  async (_, command, result) => {
    const { device, tab, server, openVisit, visitRows } = await setUp();
    const { dispatch, getState } = tab.store;
    const visit = await openVisit();
    await device.setOnline(false);
    const write = { id: visit, ...aWrite(PARTIAL), base: { baseVersion: 1, over: null } };
    void dispatch(visitsApi.endpoints.submitVisit.initiate(write));
    await device.clock.settle();
    const admin = await server.signIn('admin');
    await admin.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'theirs' });
    await device.setOnline(true);
    const [refused] = getState().queue.entries;
    expect(refused).toMatchObject({ state: 'refused', lastError: { status: 412 } });
    expect(await command(tab.store, refused?.id ?? '')).toBe(result);
    await device.clock.advance(2_000);
    expect(await visitRows()).toMatchObject([PARTIAL]);
    expect(device.entries()).toEqual([]);
  },
);
