// @vitest-environment node
import type { UnknownAction } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { queueSlice } from '../../../../src/offline/queueSlice';
import { discardEntries } from '../../../../src/state/outbox/outbox';
import { editRefusedEntry } from '../../../../src/state/outbox/editRefusedEntry';
import { setUpQueueFixture } from '../../../support/queue/queueFixture';

const setUp = setUpQueueFixture();

it('28 ids, times and random values enter only through action payloads: a recorded log replays to the same queue', async () => {
  const fixture = await setUp();
  const { device, location, workIn } = fixture;
  fixture.tab.kill();
  const log: UnknownAction[] = [];
  device.onAction = (action) => log.push(JSON.parse(JSON.stringify(action)));
  const tab = await device.open();
  const work = workIn(tab);
  await device.setOnline(false);
  const visit = (await work.startVisit()).result?.id ?? '';
  for (let box = 0; box < 3; box += 1) await work.deliver(box, visit);
  await work.submit(visit);
  device.network.faults = ['dropAfter', 'duplicate', 'status500', 'status422', 'status422'];
  await device.setOnline(true);
  await device.clock.advance(60_000);
  const [edited, dropped] = device.entries();
  const lines = [{ item: location.itemId, quantity: 7, packaging: 'each' }];
  expect(await tab.store.dispatch(editRefusedEntry(edited?.id ?? '', { lines }, false))).toBe('replaced');
  expect(await tab.store.dispatch(discardEntries([dropped?.id ?? ''], false))).toBe('done');
  await device.clock.advance(60_000);

  const replayed = log.reduce(queueSlice.reducer, queueSlice.getInitialState());
  expect(replayed).toEqual(tab.store.getState().queue);
  const names = [
    'entryQueued',
    'entryReplayed',
    'entryFailed',
    'entriesReplaced',
    'entriesDiscarded',
    'replayFinished',
  ];
  const types = new Set(log.map(({ type }) => type));
  expect(names.filter((name) => !types.has(`queue/${name}`))).toEqual([]);
});
