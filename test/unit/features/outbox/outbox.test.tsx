import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { messages } from '../../../../src/domain/messages';
import { createIdbRecordStore } from '../../../../src/offline/storage/idbRecordStore';
import { connectivityChanged, queueReloaded, replayStarted, syncRequested } from '../../../../src/offline/actions';
import { paths } from '../../../../src/paths';
import { NOT_REPLACED } from '../../../../src/state/outbox/editRefusedEntry';
import { visitsApi } from '../../../../src/api/visitsApi';
import type { AppStore } from '../../../../src/state/root/types';
import { catchDownloads } from '../../../support/app/catchDownloads';
import { aWrite } from '../../../support/app/aWrite';
import { noNetwork } from '../../../support/app/device';
import { aRep, json, openApp, startEnded, signedIn } from '../../../support/app/openApp';
import { boxes, items, location } from '../../../support/app/locationVisit';
import { press } from '../../../support/app/press';

const responses = {
  ...signedIn(aRep),
  'GET /items': () => json(items),
  'GET /locations': () => json([location]),
  'GET /boxes': () => json(boxes),
  'GET /health': () => json({ ok: true }),
  'POST /visits': noNetwork,
};

const onDisk = () => createIdbRecordStore().transact('readonly', ['entries'], (tx) => tx.getAll('entries'));

async function openOutbox(more: object = {}): Promise<AppStore> {
  const app = await openApp(paths.outbox(), { ...responses, ...more });
  await screen.findByRole('heading', { name: 'Outbox' });
  await startEnded(app);
  return app;
}

/** The outbox with a visit that was started without a connection. */
async function outboxWithVisit(more: object = {}, writeId?: string): Promise<AppStore> {
  const app = await openOutbox(more);
  await app.dispatch(visitsApi.endpoints.startVisit.initiate(aWrite({ location: 'l1' }, writeId)));
  await screen.findByRole('listitem');
  return app;
}

test('an empty outbox says that everything is on the server', async () => {
  await openOutbox();
  expect(await screen.findByText('Nothing waits. Everything you saved is on the server.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull();
});

test('an entry is described in words, with its state and the time it was made', async () => {
  await outboxWithVisit();
  const entry = within(screen.getByRole('listitem'));
  expect(entry.getByRole('heading', { name: 'Start a visit at Corner Pantry' })).toBeDefined();
  expect(entry.getByText('waiting to send')).toBeDefined();
  expect(entry.getByText(/^Made/).textContent).toMatch(/^Made Today \d\d:\d\d$/);
});

test('offline, only the line below the header is about the connection', async () => {
  const app = await outboxWithVisit();
  app.dispatch(syncRequested({}));
  await screen.findByText('No connection at the last try. The app will try again automatically.');
  expect(screen.getByText(/tried (once|\d times)/)).toBeDefined();
  app.dispatch(connectivityChanged({ online: false }));
  await screen.findByText(messages.offlineBanner);
  expect(screen.queryAllByText(/connection/i)).toEqual([]);
});

/** The outbox with a refused visit. `sent` has the requests to the server, `respond` gives the next response. */
async function outboxWithRefusal(
  respond: () => Response | Promise<Response>,
  at: object = location,
): Promise<{ app: AppStore; sent: unknown[] }> {
  const sent: unknown[] = [];
  let isReachable = false;
  const start = async (request: Request) => {
    if (!isReachable) return noNetwork();
    sent.push(await request.json());
    return sent.length === 1 ? json({ error: 'This location is closed.' }, 422) : respond();
  };
  const airport = { _id: 'l2', name: 'Airport Shop' };
  const app = await outboxWithVisit({ 'POST /visits': start, 'GET /locations': () => json([at, airport]) });
  isReachable = true;
  await press('Sync now');
  await screen.findByText('Not sent: This location is closed.');
  return { app, sent };
}

async function chooseAnotherPlace(): Promise<void> {
  await press('Edit');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Location' }), 'Airport Shop');
}

test('a refused entry shows the reason, and an edit sends it to another location, once however often it is pressed', async () => {
  const { sent } = await outboxWithRefusal(() => json({ _id: 'v9' }));
  expect(screen.getByText('not sent')).toBeDefined();
  expect(screen.getByText('tried 2 times')).toBeDefined();
  await chooseAnotherPlace();
  const save = screen.getByRole('button', { name: 'Save' });
  save.click();
  save.click();
  // The first try had no response, and this server can't tell what came of it: the person is warned, and decides.
  await screen.findByText(NOT_REPLACED.mayBeRecorded);
  save.click();
  save.click();
  await screen.findByText('Nothing waits. Everything you saved is on the server.');
  expect(sent).toEqual([{ location: 'l1' }, { location: 'l2' }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refused start at a location that is no longer offered asks for another one', async () => {
  const closed = { ...location, active: false, version: 2 };
  const { app, sent } = await outboxWithRefusal(() => json({ _id: 'v9' }), closed);
  await press('Edit');
  await press('Save');
  expect(await screen.findByText('Pick a location')).toBeDefined();
  expect(sent).toHaveLength(1);
  expect(app.getState().queue.entries).toMatchObject([{ state: 'refused' }]);
});

test('36 the location of a refused start can be changed only while no other change belongs to its visit', async () => {
  const { app } = await outboxWithRefusal(noNetwork);
  await press('Edit');
  const id = app.getState().queue.entries[0]?.creates ?? '';
  await app.dispatch(
    visitsApi.endpoints.submitVisit.initiate({ id, ...aWrite({ outcome: 'other' as const, note: '' }) }),
  );
  const [start] = await screen.findAllByRole('listitem');
  const entry = within(start as HTMLElement);
  await entry.findByText(/^The location can’t be changed, because 1 change belongs to this visit\./);
  expect(entry.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(entry.queryByRole('combobox', { name: 'Location' })).toBeNull();
  expect(entry.getByRole('button', { name: 'Discard' })).toBeDefined();
});

test('an edit is rejected with a message while the entry is being sent', async () => {
  const { sent } = await outboxWithRefusal(() => new Promise<Response>(() => undefined));
  await chooseAnotherPlace();
  await press('Try again');
  await waitFor(() => expect(sent).toHaveLength(2));
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'It can’t be changed any more: it is being sent, or was sent or discarded.',
  );
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('an entry whose try has ended does not say that it is being sent during a later pass', async () => {
  const { app, sent } = await outboxWithRefusal(() => json({ error: 'This location is closed.' }, 422));
  const untilIdle = () => waitFor(() => expect(app.getState().queue.replaying).toBe(false));
  await untilIdle();
  await press('Try again');
  await waitFor(() => expect(sent).toHaveLength(2));
  await untilIdle();
  app.dispatch(replayStarted({ userId: aRep._id }));
  const entry = within(screen.getByRole('listitem'));
  await waitFor(() => expect(entry.getByRole<HTMLButtonElement>('button', { name: 'Try again' }).disabled).toBe(true));
});

test('a change saved behind a refused one names that one as the reason, not a missing connection', async () => {
  let respond: () => Response = noNetwork;
  await outboxWithVisit({ 'POST /visits': () => respond() });
  respond = () => json({ error: 'This location is closed.' }, 422);
  await press('Sync now');
  await screen.findByText('not sent');
  await userEvent.click(screen.getByRole('link', { name: 'Locations' }));
  await press('Start / Continue Visit');
  await userEvent.click(await screen.findByRole('radio', { name: 'skipped' }));
  await press('Submit Visit');
  expect(await screen.findByText(messages.savedBehindRefused)).toBeDefined();
  expect(screen.queryByText(messages.savedLocally)).toBeNull();
});

test('Discard asks first; only a confirmed one deletes the entry', async () => {
  await outboxWithVisit();
  await press('Discard');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(await onDisk()).toHaveLength(1);
  await press('Discard');
  // What Escape is to a dialog.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await onDisk()).toHaveLength(1);
  await press('Discard');
  // This server does not know the call that cancels a write, so the person decides.
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
  const anyway = await screen.findByRole<HTMLButtonElement>('button', { name: 'Discard anyway' });
  await waitFor(() => expect(anyway.disabled).toBe(false));
  await userEvent.click(anyway);
  await screen.findByText('Nothing waits. Everything you saved is on the server.');
  expect(await onDisk()).toEqual([]);
});

test.each([
  ['done', 'The server has recorded it already.'],
  ['unknown', 'It was discarded already.'],
  [null, 'It is not on this device any more: it was sent or discarded in another tab.'],
])('a discard of an entry that another tab has removed reports what became of it: %s', async (state, text) => {
  const id = '0192f0aa-0000-7000-8000-000000000007';
  await outboxWithVisit({ [`GET /writes/${id}`]: () => (state ? json({ state }) : noNetwork()) }, id);
  await press('Discard');
  const confirm = within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' });
  await createIdbRecordStore().transact('readwrite', ['entries', 'states'], async (tx) => {
    await tx.delete('entries', id);
    await tx.delete('states', id);
  });
  fireEvent.click(confirm);
  expect((await screen.findByText(text)).getAttribute('role')).toBe('alert');
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('all unsent work is downloaded as JSON', async () => {
  const saved = catchDownloads();
  await outboxWithVisit();
  await press('Download all unsent work');
  await vi.waitFor(() => expect(saved).toHaveLength(1), 30_000);
  const text = await saved[0]?.blob.text();
  expect(JSON.parse(text ?? '')).toMatchObject({
    userId: aRep._id,
    entries: [{ path: '/visits', body: { location: 'l1' } }],
  });
});

test('quarantined records and an unreadable queue are reported', async () => {
  const app = await openOutbox();
  await createIdbRecordStore().transact('readwrite', ['entries'], (tx) => tx.put('entries', { id: 'garbage' }));
  app.dispatch(queueReloaded({ entries: [], serverIds: {}, quarantined: 0, newer: [], firstTries: [], ended: [] }));
  app.dispatch(syncRequested({}));
  expect(await screen.findByText(/^1 change could not be read/)).toBeDefined();
  expect(screen.queryByText('Nothing waits. Everything you saved is on the server.')).toBeNull();

  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('The disk does not respond', 'UnknownError');
  });
  app.dispatch(syncRequested({}));
  expect(await screen.findByText(/^The waiting changes can’t be read right now/)).toBeDefined();
  expect(screen.queryByText('Nothing waits. Everything you saved is on the server.')).toBeNull();
});

test('while the queue is being read the outbox says so', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => new EventTarget() as IDBRequest);
  await openApp(paths.outbox(), responses);
  expect(await screen.findByText('Loading the outbox…')).toBeDefined();
  expect(screen.queryByText('Nothing waits. Everything you saved is on the server.')).toBeNull();
});
