import { useCallback } from 'react';
import { asShape } from '../api/answers/shape';
import type { QueuedCallName } from '../contract/calls';
import type { Pending } from '../domain/pending';
import { resolverOf } from '../offline/localIds';
import { dependsOn } from '../offline/dependencies';
import { syncRequested } from '../offline/queueActions';
import { selectServerIds } from '../offline/queueSlice';
import { named } from '../recording/intents';
import { useAppDispatch, useAppSelector } from './hooks';
import { selectOwnHeads } from './pending';
import type { AppThunk } from './storeTypes';

/**
 * What came of mending a refused entry: 'mended' is all there is to do; 'overtaken' too is mended, but a later
 * change of the same thing waits behind it and must be made anew; 'notThere': it is being sent or gone.
 */
export type Mended = 'mended' | 'overtaken' | 'notThere' | 'notSaved';

/** Puts other words into a refused entry, as a new one in its place, and has the queue sent. */
export const mendEntry = named(
  'mendEntry',
  (entryId: string, part: object): AppThunk<Promise<Mended>> =>
    async (dispatch, getState, { journal, choices, newId }) => {
      const heads = selectOwnHeads(getState());
      const refused = heads.find(({ id }) => id === entryId);
      const resolve = resolverOf(selectServerIds(getState()));
      const sameKind = (call: string) => call === 'updateDelivery' || call === 'updateVisit' || call === refused?.call;
      const overtaken = refused && heads.some((head) => sameKind(head.call) && dependsOn(head, refused, resolve));
      try {
        const entry = await journal.read(entryId);
        const mended = entry && (await choices.edit(entryId, newId(), { ...asShape(entry.body), ...part }));
        if (!mended) return 'notThere';
      } catch {
        return 'notSaved';
      }
      dispatch(syncRequested({}));
      return overtaken ? 'overtaken' : 'mended';
    },
);

/**
 * For a form about something shown: mends what the server refused of it, if that is one of the writes the form
 * speaks of; 'notThere' otherwise.
 */
export function useMend(pending: Pending | null, writes: readonly QueuedCallName[]): (part: object) => Promise<Mended> {
  const dispatch = useAppDispatch();
  const entry = useAppSelector(selectOwnHeads).find(({ id }) => id === pending?.entryId);
  const entryId = entry?.state === 'refused' && writes.includes(entry.call) ? entry.id : null;
  return useCallback(
    async (part) => (entryId === null ? 'notThere' : dispatch(mendEntry(entryId, part))),
    [dispatch, entryId],
  );
}
