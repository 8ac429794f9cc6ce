// @vitest-environment node
import { expect, it } from 'vitest';
import { isLocalId } from '../../../../src/domain/ids';
import { resolverOf } from '../../../../src/offline/localIds';
import { selectServerIds } from '../../../../src/offline/queueSlice';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

/** After a restart a delivery goes into the visit of the waiting start with this local id. */
async function expectOwnVisit(
  { device, workIn, tab, deliveryRows }: Awaited<ReturnType<typeof setUp>>,
  local: string,
): Promise<void> {
  tab.kill();
  const next = await device.open();
  const shown = resolverOf(selectServerIds(next.store.getState()))(local);
  await workIn(next).deliver(0, shown);
  await device.setOnline(true);
  await device.clock.advance(MINUTE_MS);
  expect(device.entries()).toEqual([]);
  expect(await deliveryRows()).toHaveLength(1);
  expect(shown).toBe(local);
}

it('13 a visit that the device has read before a start is not the visit of that start', async () => {
  const fixture = await setUp();
  const { device, rep, work, tab, openVisit } = fixture;
  const old = await openVisit();
  await device.setOnline(false);
  await work.submit(old);
  const [submit] = device.entries();
  const local = (await work.startVisit()).result?.id ?? '';
  expect(isLocalId(local)).toBe(true);
  // The device does not learn that the visit was submitted elsewhere.
  await rep.post(`/api/visits/${old}/submit`, { outcome: 'other', note: 'elsewhere' });
  expect(await tab.store.dispatch(discardEntries([submit?.id ?? ''], false))).toBe('done');
  await expectOwnVisit(fixture, local);
});

it('13 a visit that a refusal calls submitted is not the visit of a later start', async () => {
  const fixture = await setUp();
  const { device, rep, work, tab, openVisit } = fixture;
  const old = await openVisit();
  await device.setOnline(false);
  await work.submit(old);
  await rep.post(`/api/visits/${old}/submit`, { outcome: 'other', note: 'elsewhere' });
  await device.setOnline(true);
  const [refused] = device.states();
  expect(refused).toMatchObject({ state: 'refused', lastError: { status: 409 } });
  await device.setOnline(false);
  const local = (await work.startVisit()).result?.id ?? '';
  expect(isLocalId(local)).toBe(true);
  expect(await tab.store.dispatch(discardEntries([refused?.id ?? ''], false))).toBe('done');
  await expectOwnVisit(fixture, local);
});
