// @vitest-environment node
import { configureStore } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { entryFailed, entryQueued, sentElsewhere } from '../../../../src/offline/actions';
import { queueSlice } from '../../../../src/offline/queueSlice';
import { createQueueJournal } from '../../../../src/offline/storage/queueJournal';
import { createReloader } from '../../../../src/offline/storage/reloadQueue';
import { createInTabLocks } from '../../../../src/offline/tabs/inTabLocks';
import { CrashableDisk } from '../../../support/app/crashableDisk';
import { SimClock } from '../../../support/app/simClock';
import { anEntry, aSummary } from '../../../support/queue/anEntry';

const SLOW_MS = 1_000;
const MESSAGE_MS = 60;

/** A tab whose reads of the disk take this long, ms, one after the other; those after them are fast. */
function openTab(clock: SimClock, ...delays: number[]) {
  const journal = createQueueJournal(new CrashableDisk(clock).open(() => true));
  const store = configureStore({ reducer: { queue: queueSlice.reducer } });
  let reads = 0;
  const reload = createReloader({
    journal: {
      ...journal,
      async load(...args) {
        const queue = await journal.load(...args);
        reads += 1;
        await clock.sleep(delays.shift() ?? 0);
        return queue;
      },
    },
    locks: createInTabLocks('tab'),
    now: clock.now,
    dispatch: store.dispatch,
    getState: store.getState,
  });
  const append = async (id: string) => {
    const { seq: _seq, ...entry } = anEntry({ id, firstTry: false });
    await journal.append(entry);
  };
  const shown = () => store.getState().queue.entries.map(({ id, state }) => `${id} ${state}`);
  return { store, journal, reload, append, shown, reads: () => reads };
}

const sent = (id: string) =>
  sentElsewhere([
    {
      id,
      value: { userId: 'u', call: 'createDelivery', about: {}, serverId: `server-${id}` },
      savedAt: 1,
      mapping: { localId: `local-${id}`, serverId: `server-${id}`, at: 1 },
    },
  ]);

it('29 a slow first read ends while another tab sends one entry after the other', async () => {
  const clock = new SimClock();
  const { store, journal, reload, append, shown, reads } = openTab(clock, SLOW_MS);
  const ids = Array.from({ length: 40 }, (_, at) => `e${at + 1}`);
  for (const id of ids) await append(id);
  void reload();
  await clock.advance(1);
  for (const id of ids.slice(0, 30)) {
    await journal.remove([id]);
    store.dispatch(sent(id));
    await clock.advance(MESSAGE_MS);
  }
  expect(store.getState().queue.status).toBe('ready');
  expect(shown()).toEqual(ids.slice(30).map((id) => `${id} waiting`));
  expect(reads()).toBe(1);
  expect(Object.values(store.getState().queue.serverIds).flatMap((group) => Object.keys(group))).toHaveLength(30);
});

it('what was saved, tried and refused during a read of the disk is shown as it is after it', async () => {
  const clock = new SimClock();
  const { store, reload, append, shown } = openTab(clock, SLOW_MS);
  await append('e1');
  await append('e2');
  void reload();
  await clock.advance(1);
  store.dispatch(entryFailed(aSummary({ id: 'e1', seq: 1 }, { state: 'refused' })));
  await append('e3');
  store.dispatch(entryQueued(aSummary({ id: 'e3', seq: 3 })));
  await clock.advance(2 * SLOW_MS);
  expect(shown()).toEqual(['e1 refused', 'e2 waiting', 'e3 waiting']);
  expect(store.getState().queue.edits).toEqual([]);
});

it('a slow read of the queue never replaces the result of a later one', async () => {
  const clock = new SimClock();
  const { reload, append, shown } = openTab(clock, SLOW_MS);
  void reload();
  await clock.advance(1);
  await append('e1');
  void reload();
  await clock.advance(2 * SLOW_MS);
  expect(shown()).toEqual(['e1 waiting']);
});
