// @vitest-environment node
import { expect, it } from 'vitest';
import type { NetworkFault } from '../../../support/app/faultyNetwork';
import type { FaultyDevice } from '../../../support/app/faultyDevice';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();
const MINUTE_MS = 60_000;

/** The disk is full once a request to this path has its response. Returns a function that frees it. */
function fillAfterResponse({ network, disk }: FaultyDevice, end: string): () => void {
  network.onWire = (moment, { path, method }) => {
    if (moment === 'responded' && method === 'POST' && path.endsWith(end)) disk.isFull = true;
  };
  return () => {
    network.onWire = () => undefined;
    disk.isFull = false;
  };
}

it.each<[string, NetworkFault, object]>([
  ['refused', 'status403', { kind: 'http', status: 403 }],
  ['not saved', 'dropBefore', { kind: 'storage' }],
])(
  '10 a delivery shown as %s is not sent later: entered in a new form, it is recorded once',
  async (_, fault, failure) => {
    const { device, work, deliveryRows } = await setUp();
    const free = fillAfterResponse(device, '/deliveries');
    device.network.faults = [fault];
    const first = await work.deliver(0);
    await device.clock.advance(15_000);
    expect(first.result?.failure).toMatchObject(failure);
    expect(device.entries()).toHaveLength(1);
    free();
    // A tab that opens sends what waits.
    await device.open();
    const second = await work.deliver(0);
    await device.clock.advance(10 * MINUTE_MS);
    expect(second.result?.failure).toBeUndefined();
    expect(await deliveryRows()).toHaveLength(1);
    expect(device.entries()).toEqual([]);
  },
);

it('26 no tab shows a change that its form showed as refused, while the disk cannot remove it', async () => {
  const { device, tab, work } = await setUp();
  const free = fillAfterResponse(device, '/deliveries');
  device.network.faults = ['status403'];
  await work.deliver(0);
  await device.clock.advance(15_000);
  const second = await device.open();
  await device.clock.advance(5_000);
  expect(device.entries()).toHaveLength(1);
  for (const { store } of [tab, second]) expect(store.getState().queue.entries).toEqual([]);
  free();
  await device.clock.advance(10_000);
  expect(device.entries()).toEqual([]);
});

it('26 a submit shown as refused is not carried out once its reason has gone', async () => {
  const { device, work, openVisit, visitRows } = await setUp();
  const visit = await openVisit();
  for (const box of [0, 1, 2]) await work.deliver(box, visit);
  const free = fillAfterResponse(device, '/submit');
  const submitted = await work.submit(visit, 'too early', 'completed');
  await device.clock.advance(4_000);
  expect(submitted.result?.failure).toMatchObject({ status: 409 });
  expect(device.entries()).toHaveLength(1);
  free();
  await work.deliver(3, visit);
  await device.clock.advance(10 * MINUTE_MS);
  expect(await visitRows()).toMatchObject([{ submittedAt: null }]);
  expect(device.entries()).toEqual([]);
});

it('5 a change that was sent, and whose mark the disk does not take, is replaced by its form in another tab', async () => {
  const { device, location, work, workIn, deliveryRows } = await setUp();
  const second = await device.open();
  const id = crypto.randomUUID();
  device.network.faults = ['dropBefore'];
  device.disk.faults = [null, ...Array(8).fill('quota')];
  const { result } = await work.deliver(0, undefined, id);
  expect(result).toEqual({ failure: { kind: 'storage', mayHaveArrived: true } });
  await workIn(second).deliver(1, undefined, id);
  await device.clock.advance(10_000);
  expect(await deliveryRows()).toMatchObject([{ boxId: location.boxIds[1] }]);
});
