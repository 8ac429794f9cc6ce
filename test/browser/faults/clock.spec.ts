import { ownClock, setClockShift } from '../device/clock';
import { ADA, NORTH } from '../fixture/fixtures';
import { colas } from '../fixture/lineFixtures';
import { expect, test } from '../fixture/fixtureTest';
import { expectWaiting, readyForNoSignal } from '../rep/outbox';
import { covers } from './covers';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('clock jump: changes arrive in the order made, and none has a date in the future or more than 30 days back', {
  tag: '@full',
  ...covers('LiteFarm#4022', 'cht-core#2185', 'cht-core#3495'),
}, async ({ ada, context, network, server, signal }) => {
  await ownClock(context);
  await ada.signIn(ADA);
  await readyForNoSignal(ada.page);
  await signal.lose();
  const begun = Date.now();
  const shifts = [0, -3 * HOUR_MS, 2 * DAY_MS, -60 * DAY_MS, 0];
  for (const [index, shift] of shifts.entries()) {
    await setClockShift(ada.page, shift);
    await ada.deliver(NORTH.name, 'Box 1', colas(index + 1));
  }
  await signal.regain();
  await expectWaiting(ada.page, 0);

  const sent = network.seen.filter((request) => request.capturedBy !== null && request.serverStatus === 201);
  const marks = sent.map(({ body }) => (JSON.parse(body) as { lines: { quantity: number }[] }).lines[0]?.quantity);
  expect(marks).toEqual([1, 2, 3, 4, 5]);
  const delivered = new Map(
    (await server.serverState()).loose.map(({ lines, deliveredAt }) => [
      lines[0]?.quantity,
      deliveredAt.getTime() - begun,
    ]),
  );
  const spent = Date.now() - begun;
  const around = (shift: number) => [shift - HOUR_MS / 60, shift + spent + HOUR_MS / 60] as const;
  const expectAround = (mark: number, [from, to]: readonly [number, number]) => {
    expect(delivered.get(mark)).toBeGreaterThanOrEqual(from);
    expect(delivered.get(mark)).toBeLessThanOrEqual(to);
  };
  expectAround(1, around(0));
  expectAround(2, around(-3 * HOUR_MS));
  // Ahead of the server's clock counts as now, older than 30 days as 30 days ago.
  expectAround(3, around(0));
  expectAround(4, around(-30 * DAY_MS));
  expectAround(5, around(0));
});

test('a rep reads that the device’s clock is far off', { tag: '@full' }, async ({ ada, context }) => {
  await ownClock(context);
  await ada.page.goto('/login');
  await setClockShift(ada.page, 15 * HOUR_MS);
  await ada.signIn(ADA);
  await expect(ada.page.getByText(/clock/i).first()).toBeVisible();
});
