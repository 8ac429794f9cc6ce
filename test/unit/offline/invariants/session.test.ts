// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { takenDeliveriesApi } from '../../../../src/api/takenDeliveriesApi';
import { syncRequested } from '../../../../src/offline/actions';
import { exportUnsent } from '../../../../src/offline/describeEntry';
import { sessions } from '../../../../src/server/db/schema';
import { selectOwnEntries } from '../../../../src/state/pending/pendingSelectors';
import { checkSession, signOut } from '../../../../src/state/session/session';
import { sessionConfirmed, signedOutElsewhere } from '../../../../src/state/slices/sessionSlice';
import type { SignedIn } from '../../../support/server/harness';
import type { Tab } from '../../../support/app/faultyDevice';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

const asUser = ({ user: { id, name, email, roles, active } }: SignedIn) => ({ _id: id, name, email, roles, active });

it('21 a 401 ends the pass; no entry is removed or marked', async () => {
  const { device, server, rep, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  await work.deliver(1);
  const before = [device.entries(), device.states()];
  await server.db.delete(sessions).where(eq(sessions.userId, rep.user.id));
  await device.setOnline(true);
  expect(device.network.requests).toBe(1);
  expect([device.entries(), device.states()]).toEqual(before);
});

it('21 a pass starts by itself after the same user signs in', async () => {
  const { device, server, rep, tab, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  await server.db.delete(sessions).where(eq(sessions.userId, rep.user.id));
  await device.setOnline(true);
  expect(tab.store.getState().session.status).toBe('absent');
  device.carryCookieOf(await server.signIn(rep.user));
  tab.store.dispatch(sessionConfirmed(asUser(rep)));
  await device.clock.advance(2_000);
  expect(await deliveryRows()).toHaveLength(1);
  expect(device.entries()).toEqual([]);
});

it('21 a write that gets a 401 in a valid session does not keep those behind it from the server', async () => {
  const { device, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  for (const box of [0, 1, 2]) await work.deliver(box);
  const [first] = device.entries();
  device.network.gateway = ({ key }) =>
    key === first?.id ? Response.json({ error: 'Sign in first.' }, { status: 401 }) : null;
  await device.setOnline(true);
  await device.clock.advance(10_000);
  expect(await deliveryRows()).toHaveLength(2);
  expect(device.entries()).toEqual([first]);
  device.network.gateway = () => null;
  await device.clock.advance(60_000);
  expect(await deliveryRows()).toHaveLength(3);
});

it('21 after a sign-in the entries are sent in the order made', async () => {
  const { device, server, rep, tab, work } = await setUp();
  await device.setOnline(false);
  for (const box of [0, 1, 2]) await work.deliver(box);
  const made = device.entries().map(({ id }) => id);
  await server.db.delete(sessions).where(eq(sessions.userId, rep.user.id));
  await device.setOnline(true);
  const sent: string[] = [];
  device.network.onWire = (moment, { key }) => {
    if (moment === 'sent' && key) sent.push(key);
  };
  device.carryCookieOf(await server.signIn(rep.user));
  tab.store.dispatch(sessionConfirmed(asUser(rep)));
  await device.clock.advance(2_000);
  expect(sent).toEqual(made);
});

it('22 the next user of the device neither sees nor sends another user’s entries', async () => {
  const { device, server, tab, rep, work, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const [waiting] = device.entries();
  void tab.store.dispatch(signOut());
  await device.setOnline(true);
  const other = await server.signIn('rep');
  device.carryCookieOf(other);
  const later: Tab = await device.open();
  const state = later.store.getState();
  expect(state.session.user?._id).toBe(other.user.id);
  expect(selectOwnEntries(state)).toEqual([]);
  const { journal, now } = later.store.dispatch((_dispatch, _getState, extra) => extra);
  const exported = await exportUnsent({ journal, userId: other.user.id, now: now() });
  expect(exported).not.toContain(waiting?.id);
  await device.clock.advance(60 * 60_000);
  expect(device.writes.map(({ path }) => path)).toEqual(['/auth/logout']);
  device.carryCookieOf(await server.signIn(rep.user));
  later.store.dispatch(sessionConfirmed(asUser(rep)));
  await device.clock.advance(1);
  await device.clock.advance(15 * 60_000);
  expect(await deliveryRows()).toMatchObject([{ repId: rep.user.id }]);
});

it('22 entries are sent only for a user whom the server has confirmed', async () => {
  const { device, tab, work, rep, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  tab.kill();
  const later = await device.open();
  expect(later.store.getState().session).toMatchObject({ verified: false, user: { _id: rep.user.id } });
  const order: string[] = [];
  device.network.onWire = (moment, { method, path }) => {
    if (moment === 'sent' && (path === '/auth/me' || method === 'POST')) order.push(path);
  };
  await device.setOnline(true);
  expect(order).toEqual(['/auth/me', '/deliveries']);
  expect(await deliveryRows()).toHaveLength(1);
});

it('22 each replay carries its user, and the server refuses it under another user’s session', async () => {
  const { device, server, work, rep, deliveryRows } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const before = device.states();
  device.carryCookieOf(await server.signIn('rep'));
  await device.setOnline(true);
  expect(device.writes).toMatchObject([{ capturedBy: rep.user.id }]);
  expect(await deliveryRows()).toEqual([]);
  expect(device.states()).toEqual(before);
});

it('22 a session check that returns another user sends nothing of the first', async () => {
  const { device, server, tab, work } = await setUp();
  await device.setOnline(false);
  await work.deliver(0);
  const other = await server.signIn('rep');
  device.network.online = true;
  device.carryCookieOf(other);
  void tab.store.dispatch(checkSession());
  await device.clock.advance(10 * 60_000);
  expect(selectOwnEntries(tab.store.getState())).toEqual([]);
  expect(device.entries()).toHaveLength(1);
  expect(device.writes).toEqual([]);
});

/** Three changes wait; the first of them is on its way, slowly. */
async function amidPass() {
  const fixture = await setUp();
  const { device, tab, work } = fixture;
  await device.setOnline(false);
  for (let box = 0; box < 3; box += 1) await work.deliver(box);
  device.network.bytesPerMs = 0.1;
  await device.setOnline(true);
  await device.clock.advance(100);
  expect(tab.store.getState().queue.replaying).toBe(true);
  const leave = () => tab.store.dispatch(signedOutElsewhere({ signOutPending: false }));
  return { ...fixture, leave, sent: () => device.writes.filter(({ path }) => path === '/deliveries').length };
}

it('22 a pass ends when its user signs out: no further entry is sent', async () => {
  const { device, leave, sent } = await amidPass();
  leave();
  await device.clock.advance(60_000);
  expect(sent()).toBe(1);
  expect(device.entries()).toHaveLength(2);
  expect(device.states()).toEqual([]);
});

it('22 a pass that waited for another tab does not start once its user has signed out', async () => {
  const { device, leave, sent } = await amidPass();
  const second = await device.open();
  let hasStarted = false;
  second.store.subscribe(() => {
    hasStarted ||= second.store.getState().queue.replaying;
  });
  second.store.dispatch(syncRequested({}));
  await device.clock.advance(3_000);
  second.store.dispatch(signedOutElsewhere({ signOutPending: false }));
  const before = sent();
  leave();
  await device.clock.advance(60_000);
  expect(sent()).toBeLessThanOrEqual(before + 1);
  expect(hasStarted).toBe(false);
});

it.each([
  ['a first try that the person waits for', 3_000, true],
  ['a first try that was reported as saved', 10_000, true],
  ['a pass', 10_000, false],
] as const)('22 the response to %s puts nothing into the caches of the next user', async (_, responseMs, isOnline) => {
  const { device, server, tab, rep, work, visitRows } = await setUp();
  const { dispatch, getState } = tab.store;
  await device.setOnline(isOnline);
  device.network.responseMs = responseMs;
  if (!isOnline) await work.startVisit();
  await device.setOnline(true);
  if (isOnline) await work.startVisit();
  await device.clock.advance(responseMs / 2);
  expect(await visitRows()).toHaveLength(1);
  device.network.responseMs = 0;
  void dispatch(signOut());
  await device.clock.settle();
  const other = await server.signIn('rep');
  device.carryCookieOf(other);
  void dispatch(checkSession());
  await device.clock.advance(60_000);
  await dispatch((_dispatch, _getState, { flush }) => flush());
  const { session, visitsCache, sentToday } = getState();
  expect(session.user?._id).toBe(other.user.id);
  expect(device.entries()).toEqual([]);
  expect([visitsCache.byKey, sentToday.byKey]).toEqual([{}, {}]);
  expect([...device.caches.values()].filter((stored) => stored.includes(rep.user.id))).toEqual([]);
});

it('22 when another person signs in, the deliveries that the person before had read leave the disk', async () => {
  const { device, tab, server, work, location } = await setUp();
  await work.deliver(0);
  await tab.store.dispatch(takenDeliveriesApi.endpoints.listTakenDeliveries.initiate(location.locationId));
  await tab.store.dispatch((_dispatch, _getState, { flush }) => flush());
  const holdsTaken = () =>
    [...device.caches].some(([key, text]) => /lastTaken/.test(key) && text.includes(location.locationId));
  expect(holdsTaken()).toBe(true);
  const other = await server.signIn('rep');
  device.carryCookieOf(other);
  // The session check reports the other person, as after a sign-in in another tab.
  tab.store.dispatch(sessionConfirmed(asUser(other)));
  await vi.waitFor(() => expect(holdsTaken()).toBe(false), { timeout: 1_500 });
});
