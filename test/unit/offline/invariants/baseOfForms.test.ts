// @vitest-environment node
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { selectOwnEntries } from '../../../../src/state/pending/pendingSelectors';
import { withPendingChanges } from '../../../../src/state/pending/pendingViews';
import { baseOf } from '../../../../src/state/pending/writeBase';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;
const { getVisit, submitVisit, updateVisit } = visitsApi.endpoints;
const fresh = { forceRefetch: true, subscribe: false } as const;

/** Opens the form of a visit with a fresh read. Returns its Save, and that of the form which submits it. */
async function openVisitForm({ device, tab }: Awaited<ReturnType<typeof setUp>>, visit: string) {
  const { dispatch, getState } = tab.store;
  const read = dispatch(getVisit.initiate(visit, fresh));
  await device.clock.settle();
  const { data } = await read;
  if (!data) throw new Error('The visit could not be read');
  const base = baseOf(withPendingChanges(data, selectOwnEntries(getState()), getState().queue.serverIds));
  return {
    async save(note: string) {
      void dispatch(updateVisit.initiate({ id: visit, ...aWrite({ note }), base }));
      await device.clock.settle();
    },
    async submit() {
      void dispatch(
        submitVisit.initiate({ id: visit, ...aWrite({ outcome: 'partial' as const, note: 'done' }), base }),
      );
      await device.clock.settle();
    },
  };
}

it('33 a note over the admin’s, which a refused submit left shown, is recorded after the discard of the submit', async () => {
  const fixture = await setUp();
  const { device, tab, server, openVisit, visitRows } = fixture;
  const visit = await openVisit();
  const early = await openVisitForm(fixture, visit);
  await device.setOnline(false);
  await early.submit();
  const admin = await server.signIn('admin');
  expect((await admin.patch(`/api/visits/${visit}`, { note: 'by the admin' })).statusCode).toBe(200);
  await device.setOnline(true);
  const [submit] = device.entries();
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
  const { save } = await openVisitForm(fixture, visit);
  await device.setOnline(false);
  await save('mine');
  await device.setOnline(true);
  expect(await tab.store.dispatch(discardEntries([submit?.id ?? ''], true))).toBe('done');
  await device.clock.advance(10 * MINUTE_MS);
  expect(device.states()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'mine', submittedAt: null }]);
});

it('33 a form that showed the admin’s note meets no conflict with it after the discard of an earlier own submit', async () => {
  const fixture = await setUp();
  const { device, tab, server, openVisit, visitRows } = fixture;
  const visit = await openVisit();
  const { save: saveFirst } = await openVisitForm(fixture, visit);
  await device.setOnline(false);
  await saveFirst('first');
  // Reads get through, writes do not.
  device.network.faults = Array.from({ length: 9 }, () => 'status503' as const);
  await device.setOnline(true);
  const { submit } = await openVisitForm(fixture, visit);
  await submit();
  device.network.faults = [];
  device.network.gateway = ({ path }) =>
    path.endsWith('/submit') ? Response.json({ error: 'Not now' }, { status: 409 }) : null;
  await device.clock.advance(10 * MINUTE_MS);
  const [refused] = device.entries();
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }]);
  const admin = await server.signIn('admin');
  expect((await admin.patch(`/api/visits/${visit}`, { note: 'by the admin' })).statusCode).toBe(200);
  const { save } = await openVisitForm(fixture, visit);
  expect(await tab.store.dispatch(discardEntries([refused?.id ?? ''], true))).toBe('done');
  await save('mine');
  expect(device.states()).toEqual([]);
  expect(await visitRows()).toMatchObject([{ note: 'mine', submittedAt: null }]);
});

it('33 a note over an own waiting note does not replace the admin’s that it hid, after a discard', async () => {
  const fixture = await setUp();
  const { device, tab, server, openVisit, visitRows } = fixture;
  const visit = await openVisit();
  const openForm = () => openVisitForm(fixture, visit);
  const { save: saveFirst } = await openForm();
  await device.setOnline(false);
  await saveFirst('first');
  // Reads get through, writes do not.
  device.network.faults = Array.from({ length: 9 }, () => 'status503' as const);
  await device.setOnline(true);
  const admin = await server.signIn('admin');
  expect((await admin.patch(`/api/visits/${visit}`, { note: 'by the admin' })).statusCode).toBe(200);
  const { save: saveSecond } = await openForm();
  await device.setOnline(false);
  await saveSecond('second');
  const [first, second] = device.entries();
  expect(second).toMatchObject({ over: first?.id, body: { note: 'second' } });
  expect(await tab.store.dispatch(discardEntries([first?.id ?? ''], true))).toBe('done');
  device.network.faults = [];
  await device.setOnline(true);
  await device.clock.advance(10 * MINUTE_MS);
  expect(await visitRows()).toMatchObject([{ note: 'by the admin' }]);
  expect(device.states()).toMatchObject([{ state: 'refused', lastError: { status: 412 } }]);
});

it('36 one Save of a refused edit of a delivery makes one write, though the submit of its visit waits', async () => {
  const { device, tab, work, openVisit, deliveryRows } = await setUp();
  const { dispatch } = tab.store;
  const visit = await openVisit();
  await work.deliver(0, visit);
  const [row] = await deliveryRows();
  await device.setOnline(false);
  await work.edit(row?.id ?? '', visit, 5);
  await work.submit(visit);
  device.network.faults = ['status422'];
  await device.setOnline(true);
  const [refused] = device.entries();
  expect(device.states()).toMatchObject([{ id: refused?.id, state: 'refused' }]);
  const result = await dispatch(editRefusedEntry(refused?.id ?? '', { lines: [] }, false));
  expect(result).toBe('replaced');
});

it('33 a form from before a correction does not overwrite the admin’s note that the correction kept', async () => {
  const fixture = await setUp();
  const { device, tab, server, openVisit, visitRows } = fixture;
  const { dispatch, getState } = tab.store;
  const visit = await openVisit();
  const first = await openVisitForm(fixture, visit);
  await device.setOnline(false);
  await first.save('mine');
  // The draft of a form over the waiting note, which is restored later.
  const seen = getState().visitsCache.byKey[visit]?.value;
  if (!seen) throw new Error('The visit is not on the device');
  const base = baseOf(withPendingChanges(seen, selectOwnEntries(getState()), getState().queue.serverIds));
  const admin = await server.signIn('admin');
  expect((await admin.patch(`/api/visits/${visit}`, { note: 'by the admin' })).statusCode).toBe(200);
  await device.setOnline(true);
  await device.clock.advance(5_000);
  const [refused] = selectOwnEntries(getState());
  expect(refused).toMatchObject({ state: 'refused', lastError: { status: 412 } });
  // The form of the refused note shows the admin's.
  const merged = 'by the admin, and mine';
  expect(await dispatch(editRefusedEntry(refused?.id ?? '', { note: merged }, false))).toBe('replaced');
  await device.clock.advance(5_000);
  void dispatch(updateVisit.initiate({ id: visit, ...aWrite({ note: 'mine, longer' }), base }));
  await device.clock.advance(5_000);
  expect((await visitRows()).map(({ note }) => note)).toEqual([merged]);
});
