// @vitest-environment node
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { sessions, users } from '../../../../src/server/db/schema';
import { signOut } from '../../../../src/state/session/session';
import { sessionConfirmed } from '../../../../src/state/slices/sessionSlice';
import { startVisit } from '../../../support/server/aStockedLocation';
import type { SignedIn } from '../../../support/server/harness';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

const asUser = ({ user: { id, name, email, roles, active } }: SignedIn) => ({ _id: id, name, email, roles, active });

/** What happens to the session while the first try of a delivery is on its way, each time to be undone by a sign-in. */
const ends: Record<string, (fixture: QueueFixture) => Promise<unknown>> = {
  'the person signs out': async ({ tab }) => void tab.store.dispatch(signOut()),
  'the session ends at the server': ({ server, rep }) =>
    server.db.delete(sessions).where(eq(sessions.userId, rep.user.id)),
  'the account is deactivated': ({ server, rep }) =>
    server.db.update(users).set({ active: false }).where(eq(users.id, rep.user.id)),
};

/** Presses Submit for a delivery; the session ends while its first try is on its way. */
async function submitWhile(at: QueueFixture, end: (fixture: QueueFixture) => Promise<unknown>): Promise<void> {
  const ended: Promise<unknown>[] = [];
  at.device.network.onWire = (moment, { path }) => {
    if (moment === 'sent' && path === '/deliveries' && ended.length === 0) ended.push(end(at));
  };
  await at.work.deliver(0);
  await Promise.all(ended);
  await at.device.clock.advance(5_000);
  at.device.network.onWire = () => undefined;
}

/** Another person uses the device; then the first one again. */
async function signInAfterAnother({ server, device, rep, tab }: QueueFixture): Promise<void> {
  await server.db.update(users).set({ active: true }).where(eq(users.id, rep.user.id));
  for (const person of [await server.signIn('rep'), await server.signIn(rep.user)]) {
    device.carryCookieOf(person);
    tab.store.dispatch(sessionConfirmed(asUser(person)));
    await device.clock.advance(15 * 60_000);
  }
}

describe.each(Object.entries(ends))('while %s', (_name, end) => {
  it('22 a change on its first try takes effect once, whoever signs in next', async () => {
    const at = await setUp();
    // It reaches the server about a second later, when the session is over.
    at.device.network.bytesPerMs = 0.25;
    await submitWhile(at, end);
    at.device.network.bytesPerMs = null;
    await signInAfterAnother(at);
    expect(await at.deliveryRows()).toMatchObject([{ repId: at.rep.user.id }]);
    expect(at.device.entries()).toEqual([]);
  });
});

it('21 a rep who was deactivated is not signed out: the device shows why the change waits', async () => {
  const { device, rep, server, tab, work } = await setUp();
  await server.db.update(users).set({ active: false }).where(eq(users.id, rep.user.id));
  await work.deliver(0);
  await device.clock.advance(5_000);
  expect(tab.store.getState().session).toMatchObject({ user: { _id: rep.user.id }, isDeactivated: true });
  expect(device.entries()).toHaveLength(1);
});

it('22 an entry refused after its user signed out stays, with the reason', async () => {
  const at = await setUp();
  at.device.network.faults = ['status422'];
  await submitWhile(at, async ({ tab }) => void tab.store.dispatch(signOut()));
  expect(at.device.entries()).toMatchObject([{ userId: at.rep.user.id, call: 'createDelivery' }]);
  expect(at.device.states()).toMatchObject([{ state: 'refused', lastError: { status: 422 }, mayHaveArrived: false }]);
});

it('22 a 401 on a first try leaves the entry waiting, without an error', async () => {
  const at = await setUp();
  at.device.network.faults = ['status401'];
  const started = await at.work.startVisit();
  expect(started.result?.failure).toMatchObject({ status: 401 });
  expect(at.device.states()).toMatchObject([{ state: 'waiting', attempts: 0, lastError: null }]);
  expect(at.tab.store.getState().session.status).toBe('absent');
});

it('22 a start on its first try does not give way to the open visit of the user who signs in meanwhile', async () => {
  const { device, tab, server, work, location, visitRows } = await setUp();
  const other = await server.signIn('rep');
  const { _id } = await startVisit(other, location);
  device.network.faults = ['hangBefore'];
  await work.startVisit();
  device.carryCookieOf(other);
  tab.store.dispatch(sessionConfirmed(asUser(other)));
  void tab.store.dispatch(visitsApi.endpoints.getVisit.initiate(_id));
  await device.clock.advance(5_000);
  expect(device.entries()).toMatchObject([{ call: 'startVisit' }]);
  expect(await visitRows()).toHaveLength(1);
});

it('22 a form gets the refusal when it cannot be written, and a later pass sends the entry', async () => {
  const at = await setUp();
  const { device } = at;
  device.network.faults = ['status422'];
  let hasResponse = false;
  device.network.onWire = (moment, { path }) => {
    if (path !== '/deliveries') return;
    if (moment === 'sent') void at.tab.store.dispatch(signOut());
    hasResponse = moment === 'responded';
  };
  device.disk.onCommit = (moment) => {
    // The report that the change is saved is written, and the refusal is not.
    if (moment === 'after' && hasResponse) device.disk.faults = ['torn'];
    if (moment === 'after' && hasResponse) device.disk.onCommit = () => undefined;
  };
  const press = await at.work.deliver(0);
  await device.clock.advance(5_000);
  device.network.onWire = () => undefined;
  expect(device.disk.faults).toEqual([]);
  expect(press.result?.failure).toBeDefined();
  await signInAfterAnother(at);
  expect(await at.deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('22 a change stays for its owner who signs out on a disk that takes no more', async () => {
  const at = await setUp();
  const { device, tab } = at;
  device.disk.onCommit = (moment, written) => {
    if (moment !== 'after' || !written.some((change) => change.startsWith('put entries'))) return;
    device.disk.onCommit = () => undefined;
    device.disk.faults = ['torn', 'torn'];
    void tab.store.dispatch(signOut());
  };
  await at.work.deliver(0);
  await device.clock.advance(5_000);
  expect(device.disk.faults).toEqual([]);
  expect(device.entries()).toMatchObject([{ userId: at.rep.user.id, call: 'createDelivery' }]);
  await signInAfterAnother(at);
  expect(await at.deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('34 an unclear response after a sign-out is on disk at once: the tab may end before the next write', async () => {
  const { device, tab, work, deliveryRows } = await setUp();
  device.network.faults = ['status500After'];
  let hasResponse = false;
  device.network.onWire = (moment, { path }) => {
    if (path !== '/deliveries') return;
    if (moment === 'sent') void tab.store.dispatch(signOut());
    hasResponse = moment === 'responded';
  };
  device.disk.onCommit = (moment) => {
    if (moment !== 'after' || !hasResponse) return;
    device.disk.onCommit = () => undefined;
    tab.kill();
  };
  await work.deliver(0);
  await device.clock.advance(5_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.states()).toMatchObject([{ mayHaveArrived: true }]);
});

it('22 a first try that waited for another one is not sent after a sign-out', async () => {
  const { device, tab, work, openVisit } = await setUp();
  const visit = await openVisit();
  await device.setOnline(true);
  device.network.faults = ['delay'];
  await work.deliver(0, visit);
  await work.submit(visit);
  const sent: string[] = [];
  device.network.onWire = (moment, { path, method }) => {
    if (moment === 'sent' && method === 'POST') sent.push(path);
  };
  // The delivery has its response. The submit reads the disk once more, and the person signs out meanwhile.
  device.disk.onCommit = (moment, written) => {
    if (moment !== 'after' || !written.some((change) => change.startsWith('delete entries'))) return;
    device.disk.onRead = () => {
      device.disk.onRead = () => undefined;
      void tab.store.dispatch(signOut());
    };
  };
  await device.clock.advance(20_000);
  expect(sent.filter((path) => path.endsWith('/submit'))).toEqual([]);
  expect(device.entries()).toMatchObject([{ call: 'submitVisit' }]);
});
