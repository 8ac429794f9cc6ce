import { useCallback, useState } from 'react';
import { asRecord } from '../../api/parsers/values';
import { messages } from '../../domain/messages';
import type { Pending } from '../../domain/pending';
import { resolverOf } from '../../offline/localIds';
import { createBlockers } from '../../offline/dependencies';
import type { EntryAbout } from '../../offline/entry';
import { selectServerIds } from '../../offline/queueSlice';
import { type QueuedCall, rowOf } from '../../offline/queuedWrites';
import { type CommandResult, createOutboxCommands } from '../../offline/outboxCommands';
import { recordable } from '../../recording/core/intents';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import { useNavigateIfMounted } from '../drafts/useNavigateIfMounted';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { AppThunk } from '../root/types';

/**
 * What came of mending a refused entry: 'mended' is all there is to do; 'overtaken' too is mended, but a later
 * change of the same thing waits behind it and must be made anew; 'notThere': it is being sent or gone.
 */
export type ReplaceResult = 'mended' | 'overtaken' | 'notThere' | 'mayBeRecorded' | 'notSaved';

/** Said where nobody can tell what came of an earlier try. */
export const MAY_BE_RECORDED = 'It may already be recorded.';

/** Why a refused entry was not mended, for the form it was mended in. */
export const NOT_REPLACED = {
  notSaved: messages.couldNotSave,
  mayBeRecorded: `${MAY_BE_RECORDED} Save it again to send it all the same.`,
} as const;

const MENDED: Record<CommandResult, ReplaceResult> = {
  done: 'mended',
  beingSent: 'notThere',
  recorded: 'notThere',
  mayBeRecorded: 'mayBeRecorded',
  discarded: 'notThere',
  gone: 'notThere',
};

/** What a form puts into a refused entry: fields of its body, and the instant of the item list that the form showed. */
export interface MendedPart {
  [field: string]: unknown;
  pricesAsOf?: string | null;
}

/** Puts other words into a refused entry, in its place, and has the queue sent. */
export const editRefusedEntry = recordable(
  'editRefusedEntry',
  (entryId: string, { pricesAsOf, ...part }: MendedPart, force: boolean): AppThunk<Promise<ReplaceResult>> =>
    async (dispatch, getState, extra) => {
      const { journal, newId } = extra;
      const entries = selectOwnEntries(getState());
      const refused = entries.find(({ id }) => id === entryId);
      const behind = createBlockers(resolverOf(selectServerIds(getState())));
      if (refused) behind.add(refused);
      const overtaken = entries.some((one) => rowOf(one.call).kind !== 'create' && behind.find(one) === entryId);
      try {
        const found = await journal.read(entryId, true);
        if (!found) return 'notThere';
        const body = { ...asRecord(found.entry.body), ...part };
        const change = { body, ...(pricesAsOf === undefined ? {} : { pricesAsOf }) };
        const mended = MENDED[await createOutboxCommands({ ...extra, dispatch }).edit(entryId, newId(), change, force)];
        if (mended !== 'mended') return mended;
      } catch {
        return 'notSaved';
      }
      return overtaken ? 'overtaken' : 'mended';
    },
);

/** What the server refused of something shown, for a form about it. */
export interface RefusedEntry {
  /** What the refused entry says; empty where nothing was refused. */
  about: EntryAbout;
  /**
   * Puts other words into it; 'notThere' where nothing was refused. After a 'mayBeRecorded' the next call goes on all
   * the same: the person was warned.
   */
  replace: (part: MendedPart) => Promise<ReplaceResult>;
}

const NOTHING: EntryAbout = {};

/** The refused entry behind something shown, if it is one that the form corrects. */
export function useRefusedEntry(
  pending: Pick<Pending, 'entryId'> | null,
  isCorrectedHere: (call: QueuedCall) => boolean,
): RefusedEntry {
  const dispatch = useAppDispatch();
  const entry = useAppSelector(selectOwnEntries).find(({ id }) => id === pending?.entryId);
  const refused = entry?.state === 'refused' && isCorrectedHere(rowOf(entry.call)) ? entry : null;
  const entryId = refused?.id ?? null;
  const [isWarned, setWarned] = useState(false);
  const replace = useCallback(
    async (part: MendedPart) => {
      if (entryId === null) return 'notThere';
      const mended = await dispatch(editRefusedEntry(entryId, part, isWarned));
      setWarned(mended === 'mayBeRecorded');
      return mended;
    },
    [dispatch, entryId, isWarned],
  );
  return { about: refused?.about ?? NOTHING, replace };
}

/**
 * Corrects a refused entry with what its form says. `null`: it was not corrected, and `show` or an alert says why;
 * 'notThere': there is nothing to correct; else it is corrected.
 */
export function useCorrection({ replace }: Pick<RefusedEntry, 'replace'>) {
  const { showErrorIfMounted } = useNavigateIfMounted();
  return async (part: MendedPart, show: (text: string) => void) => {
    const mended = await replace(part);
    if (mended !== 'notSaved' && mended !== 'mayBeRecorded') return mended;
    showErrorIfMounted(NOT_REPLACED[mended], show);
    return null;
  };
}
