import { useCallback } from 'react';
import { asShape } from '../api/answers/shape';
import type { Pending } from '../domain/pending';
import { resolverOf } from '../offline/localIds';
import { createBlockers } from '../offline/dependencies';
import { selectServerIds } from '../offline/queueSlice';
import { type QueuedCall, rowOf } from '../offline/queuedWrites';
import type { CommandResult } from '../offline/outboxCommands';
import { named } from '../recording/intents';
import { useAppDispatch, useAppSelector } from './hooks';
import { selectOwnEntries } from './pending';
import type { AppThunk } from './storeTypes';

/**
 * What came of mending a refused entry: 'mended' is all there is to do; 'overtaken' too is mended, but a later
 * change of the same thing waits behind it and must be made anew; 'notThere': it is being sent or gone.
 */
export type Mended = 'mended' | 'overtaken' | 'notThere' | 'mayBeRecorded' | 'notSaved';

const MENDED: Record<CommandResult, Mended> = {
  done: 'mended',
  beingSent: 'notThere',
  recorded: 'notThere',
  mayBeRecorded: 'mayBeRecorded',
  gone: 'notThere',
};

/** Puts other words into a refused entry, in its place, and has the queue sent. */
export const mendEntry = named(
  'mendEntry',
  (entryId: string, part: object, force: boolean): AppThunk<Promise<Mended>> =>
    async (_dispatch, getState, { journal, choices, newId }) => {
      const entries = selectOwnEntries(getState());
      const refused = entries.find(({ id }) => id === entryId);
      const behind = createBlockers(resolverOf(selectServerIds(getState())));
      if (refused) behind.add(refused);
      const overtaken = entries.some((one) => rowOf(one.call).kind !== 'create' && behind.find(one) === entryId);
      try {
        const found = await journal.read(entryId, true);
        if (!found) return 'notThere';
        const body = { ...asShape(found.entry.body), ...part };
        const mended = MENDED[await choices.edit(entryId, newId(), { body }, force)];
        if (mended !== 'mended') return mended;
      } catch {
        return 'notSaved';
      }
      return overtaken ? 'overtaken' : 'mended';
    },
);

/**
 * For a form about something shown: mends what the server refused of it, if that is corrected on the form's screen;
 * 'notThere' otherwise.
 */
export function useMend(pending: Pending | null, screen: QueuedCall['editedOn']): (part: object) => Promise<Mended> {
  const dispatch = useAppDispatch();
  const entry = useAppSelector(selectOwnEntries).find(({ id }) => id === pending?.entryId);
  const entryId = entry?.state === 'refused' && rowOf(entry.call).editedOn === screen ? entry.id : null;
  return useCallback(
    async (part) => (entryId === null ? 'notThere' : dispatch(mendEntry(entryId, part, false))),
    [dispatch, entryId],
  );
}
