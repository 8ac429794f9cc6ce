// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import type { Queued } from '../../../../src/api/client/writes';
import type { Role } from '../../../../src/domain/roles';
import { users } from '../../../../src/server/db/schema';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { resolutionOf } from '../../../../src/state/outbox/resolution';
import { moveToNewVisit } from '../../../../src/state/outbox/refusedEntries';
import { signOut } from '../../../../src/state/session/session';
import { sessionConfirmed } from '../../../../src/state/slices/sessionSlice';
import { aWrite } from '../../../support/app/aWrite';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit, startVisit } = visitsApi.endpoints;

/** An administrator at a device, who works for a rep. */
async function asAdmin(roles: Role[]) {
  const fixture = await setUp();
  const { device, tab, server, workIn, rep, location } = fixture;
  tab.kill();
  const admin = await server.signIn('admin');
  await server.db.update(users).set({ roles }).where(eq(users.id, admin.user.id));
  device.carryCookieOf(admin);
  const { store } = await device.open();
  const startForRep = async () => {
    const started = store.dispatch(startVisit.initiate(aWrite({ location: location.locationId, rep: rep.user.id })));
    await device.clock.settle();
    return started;
  };
  const offered = () => store.getState().queue.entries.map((one) => resolutionOf(store.getState(), one)?.kind ?? null);
  return { ...fixture, admin, store, startForRep, offered, work: workIn({ ...tab, store }) };
}

const ROLES: [Role[]][] = [[['admin']], [['admin', 'rep']]];
it.each(ROLES)('36 work in a visit of a rep moves once the device knows whose visit it is (%s)', async (roles) => {
  const { device, store, server, rep, admin, startForRep, offered, work, visitRows, deliveryRows } =
    await asAdmin(roles);
  await startForRep();
  const visit = (await visitRows())[0]?.id ?? '';
  void store.dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  await device.setOnline(false);
  const delivery = (await work.deliver(0, visit)).result?.queued?.id ?? '';
  await rep.post(`/api/visits/${visit}/submit`, { outcome: 'other', note: 'elsewhere' });
  void store.dispatch(signOut());
  await device.setOnline(true);
  await device.clock.advance(5_000);
  // The next morning the same person signs in, and the device has no caches.
  device.carryCookieOf(await server.signIn(admin.user));
  const { id: _id, name, email, active } = admin.user;
  store.dispatch(sessionConfirmed({ _id, name, email, active, roles }));
  await device.clock.advance(5_000);
  expect(offered()).toEqual([null]);
  void store.dispatch(getVisit.initiate(visit, { forceRefetch: true }));
  await device.clock.settle();
  expect(offered()).toEqual(['move']);
  expect(await store.dispatch(moveToNewVisit(delivery, true))).toBe('done');
  await device.clock.advance(60_000);
  expect((await visitRows()).map(({ repId }) => repId)).toEqual([rep.user.id, rep.user.id]);
  expect(await deliveryRows()).toMatchObject([{ repId: rep.user.id }]);
});

it('36 work in a visit of a rep whose start was discarded does not move into a visit of the administrator', async () => {
  const { device, store, startForRep, offered, work } = await asAdmin(['admin', 'rep']);
  await device.setOnline(false);
  const { data } = await startForRep();
  const { id, localId } = data as Queued;
  await work.deliver(0, localId ?? '');
  expect(await store.dispatch(discardEntries([id], true))).toBe('done');
  await device.setOnline(true);
  await device.clock.advance(5_000);
  expect(device.states()).toMatchObject([{ state: 'refused' }]);
  expect(offered()).toEqual([null]);
});
