import { useCallback, useMemo, useState } from 'react';
import { asRecord } from '../../api/parsers/values';
import type { WriteBase } from '../../api/client/writes';
import { messages } from '../../domain/messages';
import type { Pending } from '../../domain/pending';
import { keysOf } from '../../offline/dependencies';
import type { EntryAbout, EntrySummary } from '../../offline/entry';
import { resolverOf } from '../../offline/localIds';
import { selectServerIds } from '../../offline/queueSlice';
import { sameRecordKeys } from '../../offline/relatedEntries';
import { type QueuedCall, queuedCall } from '../../offline/queuedWrites';
import type { CommandResult } from '../../offline/outboxCommands';
import { recordable } from '../../recording/core/intents';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import { useNavigateIfStillHere } from '../drafts/useNavigateIfStillHere';
import { shownUnitPrices } from '../pending/shownUnitPrices';
import { baseAfterCorrection } from '../pending/writeBase';
import { outboxCommands } from './outboxCommands';
import { type Conflict, conflictOf } from './conflict';
import { acceptWith } from './refusedEntries';
import { resolutionOf } from './resolution';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { RootState } from '../root/rootReducer';
import type { AppThunk } from '../root/types';

/**
 * The result of editing a refused entry. 'replaced': nothing else to do. 'superseded': replaced, but a later change of
 * the same record waits behind it and must be made again. 'notFound': the entry is being sent, or is gone.
 */
export type ReplaceResult = 'replaced' | 'superseded' | 'notFound' | 'mayBeRecorded' | 'notSaved';

/** Shown where the result of an earlier try is unknown. */
export const MAY_BE_RECORDED = 'It may already be recorded.';

/** Why a refused entry was not replaced, for the form that edits it. */
export const NOT_REPLACED = {
  notSaved: messages.couldNotSave,
  mayBeRecorded: `${MAY_BE_RECORDED} Save it again to send it all the same.`,
} as const;

const RESULTS: Record<CommandResult, ReplaceResult> = {
  done: 'replaced',
  beingSent: 'notFound',
  recorded: 'notFound',
  mayBeRecorded: 'mayBeRecorded',
  replaced: 'notFound',
  discarded: 'notFound',
  gone: 'notFound',
};

/**
 * The changes of a form to a refused entry: fields of its body, and the instant of the item list that the form showed.
 */
export interface ReplacedPart {
  [field: string]: unknown;
  pricesAsOf?: string | null;
}

/** Whether a later change of the same record waits behind a refused one. The person has seen both. */
function isSuperseded(state: RootState, refused: EntrySummary): boolean {
  const resolve = resolverOf(selectServerIds(state));
  const keys = keysOf(refused, resolve);
  return selectOwnEntries(state).some(
    (one) => one.seq > refused.seq && sameRecordKeys(one, resolve).some((key) => keys.includes(key)),
  );
}

/**
 * Replaces the body of a refused entry, which keeps its position in the queue, and sends the queue. If the server has
 * recorded other content under its id, the body becomes a change of what is recorded. If another user has changed the
 * record, the body is sent over their version, which the form shows.
 */
export const editRefusedEntry = recordable(
  'editRefusedEntry',
  (entryId: string, { pricesAsOf, ...part }: ReplacedPart, force: boolean): AppThunk<Promise<ReplaceResult>> =>
    async (dispatch, getState, { newId }) => {
      const refused = selectOwnEntries(getState()).find(({ id }) => id === entryId);
      const isBehind = refused !== undefined && isSuperseded(getState(), refused);
      // Before the first wait: what the form shows.
      const unitPrices = shownUnitPrices(getState(), part);
      const resolution = refused && resolutionOf(getState(), refused);
      const base = resolution?.kind === 'conflict' && { baseVersion: resolution.base.baseVersion };
      const prices = pricesAsOf !== undefined && { pricesAsOf, unitPrices };
      // Sent under a new id, what is recorded would be recorded twice.
      const changeRecorded = () =>
        acceptWith(entryId, {
          change: ({ body, ...entry }) => ({ ...entry, ...prices, body: { ...asRecord(body), ...part } }),
          isSeen: false,
          isSuperseded: isBehind,
        });
      const change = { part, ...base, ...(prices && { prices }), isSuperseded: isBehind };
      const edit = () => dispatch(outboxCommands()).edit(entryId, newId(), change, force);
      try {
        const result = RESULTS[await (resolution?.kind === 'recorded' ? dispatch(changeRecorded()) : edit())];
        if (result !== 'replaced') return result;
      } catch {
        return 'notSaved';
      }
      return isBehind ? 'superseded' : 'replaced';
    },
);

/** The refused change of a shown record, for the form that edits it. */
export interface RefusedEntry {
  /** The content of the refused entry; empty when nothing was refused. */
  about: EntryAbout;
  /** The version of another user that it was refused for. The form shows it, because it replaces it. */
  theirs: Conflict | null;
  /**
   * Replaces parts of its body. Returns 'notFound' when nothing was refused. After a 'mayBeRecorded' the person was
   * warned, and the next call proceeds.
   */
  replace: (part: ReplacedPart) => Promise<ReplaceResult>;
  /** The base of the change that the form sends after a 'superseded', of the base that it has. */
  baseAfter: (base: WriteBase) => WriteBase;
}

const NOTHING: EntryAbout = {};

/** The refused entry of a shown record, if this form can correct it. */
export function useRefusedEntry(
  pending: Pick<Pending, 'entryId'> | null,
  isCorrectedHere: (call: QueuedCall) => boolean,
): RefusedEntry {
  const dispatch = useAppDispatch();
  const entries = useAppSelector(selectOwnEntries);
  const entry = entries.find(({ id }) => id === pending?.entryId);
  const refused = entry?.state === 'refused' && isCorrectedHere(queuedCall(entry.call)) ? entry : null;
  const entryId = refused?.id ?? null;
  const [isWarned, setWarned] = useState(false);
  const replace = useCallback(
    async (part: ReplacedPart) => {
      if (entryId === null) return 'notFound';
      const result = await dispatch(editRefusedEntry(entryId, part, isWarned));
      setWarned(result === 'mayBeRecorded');
      return result;
    },
    [dispatch, entryId, isWarned],
  );
  const theirs = useMemo(
    () => (refused?.lastError ? conflictOf(queuedCall(refused.call).noun, refused.lastError) : null),
    [refused],
  );
  const baseAfter = (base: WriteBase) => (refused ? baseAfterCorrection(base, refused, entries) : base);
  return { about: refused?.about ?? NOTHING, theirs, replace, baseAfter };
}

/**
 * Corrects a refused entry with the values of its form. Returns `null` when it was not corrected, and `show` or an
 * alert says why; 'notFound' when there is nothing to correct; otherwise it is corrected.
 */
export function useCorrection({ replace }: Pick<RefusedEntry, 'replace'>) {
  const { showErrorIfMounted } = useNavigateIfStillHere();
  return async (part: ReplacedPart, show: (text: string) => void) => {
    const result = await replace(part);
    if (result !== 'notSaved' && result !== 'mayBeRecorded') return result;
    showErrorIfMounted(NOT_REPLACED[result], show);
    return null;
  };
}
