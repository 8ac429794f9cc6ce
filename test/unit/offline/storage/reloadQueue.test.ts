// @vitest-environment node
import type { UnknownAction } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { queueReloaded } from '../../../../src/offline/actions';
import { queueSlice } from '../../../../src/offline/queueSlice';
import { createQueueJournal } from '../../../../src/offline/storage/queueJournal';
import { createReloader } from '../../../../src/offline/storage/reloadQueue';
import { createInTabLocks } from '../../../../src/offline/tabs/inTabLocks';
import { CrashableDisk } from '../../../support/app/crashableDisk';
import { SimClock } from '../../../support/app/simClock';
import { anEntry } from '../../../support/queue/anEntry';

const SLOW_MS = 1_000;

it('a slow read of the queue never replaces the result of a later one', async () => {
  const clock = new SimClock();
  const journal = createQueueJournal(new CrashableDisk(clock).open(() => true));
  const delays = [SLOW_MS];
  const shown: string[][] = [];
  const reload = createReloader({
    journal: {
      ...journal,
      async load(...args) {
        const queue = await journal.load(...args);
        await clock.sleep(delays.shift() ?? 0);
        return queue;
      },
    },
    locks: createInTabLocks('tab'),
    now: clock.now,
    dispatch(action: UnknownAction) {
      if (queueReloaded.match(action)) shown.push(action.payload.entries.map(({ id }) => id));
    },
    getState: () => ({ queue: queueSlice.getInitialState() }),
  });
  void reload();
  await clock.advance(1);
  const { seq: _seq, ...entry } = anEntry({ id: 'e1', firstTry: false });
  await journal.append(entry);
  void reload();
  await clock.advance(2 * SLOW_MS);
  expect(shown.at(-1)).toEqual(['e1']);
});
