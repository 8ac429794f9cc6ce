// @vitest-environment node
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { visitsApi } from '../../../../src/api/visitsApi';
import { items } from '../../../../src/server/db/schema';
import { type RefusedResolution, resolutionOf } from '../../../../src/state/outbox/refusedEntries';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const { getVisit } = visitsApi.endpoints;

/** An open visit that the device knows, without a connection. */
async function atOpenVisit() {
  const fixture = await setUp();
  const { device, tab, openVisit } = fixture;
  const visit = await openVisit();
  void tab.store.dispatch(getVisit.initiate(visit));
  await device.clock.settle();
  await device.setOnline(false);
  return { ...fixture, visit };
}

/** The further actions that the outbox offers for the entries, in order. */
function offered({ tab }: Pick<QueueFixture, 'tab'>): (RefusedResolution['kind'] | null)[] {
  const state = tab.store.getState();
  return state.queue.entries.map((entry) => resolutionOf(state, entry)?.kind ?? null);
}

it('36 a delivery that is refused because of its item is not offered to a new visit', async () => {
  const fixture = await atOpenVisit();
  const { device, place, server, work, visit } = fixture;
  const deactivatedAt = new Date(device.clock.now() - 1);
  await server.db.update(items).set({ deactivatedAt }).where(eq(items.id, place.itemId));
  await work.deliver(0, visit);
  await device.setOnline(true);
  expect(device.states()).toMatchObject([{ lastError: { status: 409 } }]);
  expect(offered(fixture)).toEqual([null]);
});

it('36 a delivery that a server without reasons refuses with 404 is offered to a new visit', async () => {
  const fixture = await atOpenVisit();
  const { device, work, visit } = fixture;
  device.network.faults = ['status404'];
  await work.deliver(0, visit);
  await device.setOnline(true);
  expect(device.states()).toMatchObject([{ lastError: { status: 404 } }]);
  expect(offered(fixture)).toEqual(['move']);
});
