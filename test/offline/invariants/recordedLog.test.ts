// @vitest-environment node
import { expect, it } from 'vitest';
import { queueSlice } from '../../../src/offline/queueSlice';
import { World } from '../../simulation/world';

it('28 ids, times and random values enter only through payloads: a recorded log replays to the same queue', async () => {
  const world = new World(7);
  await world.begin();
  world.setOnline(false);
  world.startVisit(0, 'L1');
  await world.clock.advance(1_000);
  const [visit] = world.visitsOf(0);
  if (!visit) throw new Error('The visit was not started');
  world.deliver(0, visit);
  world.deliver(0, visit, true);
  world.changeVisit(0, 'submitVisit', visit);
  await world.clock.advance(1_000);
  world.network.faults = ['status500', 'dropAfter', 'status429'];
  world.setOnline(true);
  await world.clock.advance(10 * 60_000);
  await world.discard(0, 0);
  const { log, store } = world.tab(0);
  const replayed = log.reduce<ReturnType<typeof queueSlice.reducer>>(
    (queue, action) => queueSlice.reducer(queue, JSON.parse(JSON.stringify(action))),
    queueSlice.getInitialState(),
  );
  const types = new Set(log.map((action) => (action as { type: string }).type));
  for (const type of ['entryQueued', 'entryReplayed', 'entryFailed', 'entryHeld', 'entryDiscarded', 'replayFinished']) {
    expect(types).toContain(`queue/${type}`);
  }
  expect(replayed).toEqual(store.getState().queue);
});
