// @vitest-environment node
import { beforeEach, expect, it } from 'vitest';
import { type QueueFixture, setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

let fixture: QueueFixture;
beforeEach(async () => {
  fixture = await setUp();
});

const cachedDeliveries = () =>
  Object.values(fixture.tab.store.getState().visitDeliveriesCache.byKey).flatMap(({ value }) => value);

it.each([
  ['a new delivery', 'POST'],
  ['an edited delivery', 'PATCH'],
] as const)(
  'a response that has only the id of %s does not replace what the device knows of it',
  async (_what, method) => {
    const { device, work, openVisit, deliveryRows } = fixture;
    const visit = await openVisit();
    if (method === 'PATCH') await work.deliver(0, visit);
    const [made] = await deliveryRows();
    device.network.gateway = (request) =>
      request.method === method ? Response.json({ _id: made?.id ?? 'd1' }, { status: 200 }) : null;
    await (made ? work.edit(made.id, visit, 7) : work.deliver(0, visit));
    expect(device.entries()).toEqual([]);
    expect(cachedDeliveries().map(({ _id, lines }) => [_id, lines.length])).toEqual(made ? [[made.id, 1]] : []);
  },
);
