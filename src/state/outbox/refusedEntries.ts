import type { QueuedWrite, WriteBase } from '../../api/client/writes';
import { firstLoadCalls } from '../../contract/firstLoadCalls';
import { localIdOf } from '../../domain/ids';
import type { NewEntry } from '../../offline/entry';
import { syncRequested } from '../../offline/actions';
import { isUnseen } from '../../offline/entryChanges';
import { newEntry } from '../../offline/middleware/newEntry';
import { CANCELLED } from '../../offline/replay/classify';
import type { CommandResult } from '../../offline/outboxCommands';
import {
  ALWAYS_CONFLICTS,
  type Correction,
  hasOutcomeOrNote,
  responseVersion,
  queuedCall,
} from '../../offline/queuedWrites';
import type { EntryToSend } from '../../offline/storage/queueJournal';
import { recordable } from '../../recording/core/intents';
import { outboxCommands } from './outboxCommands';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { VisitView } from '../pending/pendingViews';
import { baseOf } from '../pending/writeBase';
import type { AppThunk } from '../root/types';
import { resolutionOf } from './resolution';

/** Sends the user's change again, based on the server version shown beside it. */
export const sendMine = recordable(
  'sendMine',
  (entryId: string, version: number | null): AppThunk<Promise<CommandResult>> =>
    (dispatch, _getState, { newId }) =>
      dispatch(outboxCommands()).edit(entryId, newId(), { baseVersion: version }, false),
);

/**
 * Sends a refused entry again. If the server has cancelled its id (this device asked for that and did not finish), the
 * entry first gets a new id.
 */
export const retryEntry = recordable(
  'retryEntry',
  (entryId: string): AppThunk<Promise<void>> =>
    async (dispatch, getState, { newId }) => {
      const newEntryId = newId();
      const replaceUnderNewId = () => dispatch(outboxCommands()).edit(entryId, newEntryId, {}, false);
      const entry = selectOwnEntries(getState()).find(({ id }) => id === entryId);
      const isCancelled = entry?.lastError?.status === CANCELLED;
      const renewed = isCancelled ? await replaceUnderNewId().catch(() => null) : null;
      dispatch(syncRequested({ only: renewed === 'done' ? newEntryId : entryId }));
    },
);

/** The entry that changes the recorded content, which the response has shown, to the content of `of`. */
function correctionEntry(
  { id, ts }: Pick<NewEntry, 'id' | 'ts'>,
  { call, path, body }: Correction,
  of: NewEntry,
  baseVersion: number | null,
): NewEntry {
  const write = {
    ...{ id, ts, call, path, body },
    method: firstLoadCalls[call].method,
    visitId: of.visitId,
    ...{ baseVersion, over: null, pricesAsOf: of.pricesAsOf },
  };
  const { userId, locationId, unitPrices } = of;
  return newEntry(write, { userId, locationOfVisit: () => locationId, unitPrices, firstTry: false });
}

type EntryContent = Pick<NewEntry, 'body' | 'pricesAsOf' | 'unitPrices'>;

interface Acceptance {
  /** Makes the new content of the entry; `null`: it stays as it is recorded. */
  change: ((entry: EntryContent) => EntryContent) | null;
  /** Whether the person saw next to the entry what is recorded now. If not, a newer version must conflict. */
  isSeen: boolean;
  /** Whether the person has seen a later waiting change of the record. */
  isSuperseded?: boolean;
}

/** Accepts the content that the server has recorded in place of an entry, or changes it. */
export const acceptWith =
  (entryId: string, { change, isSeen, isSuperseded = false }: Acceptance): AppThunk<Promise<CommandResult>> =>
  async (dispatch, getState, { newId }) => {
    // What the person saw at the press. The cache may get a newer version during the command.
    const shown = selectOwnEntries(getState()).find(({ id }) => id === entryId);
    const resolution = shown && resolutionOf(getState(), shown);
    if (resolution?.kind !== 'recorded') return 'gone';
    const { id, response, isFromCache, otherBox } = resolution;
    const nextOf = (found: EntryToSend) => {
      if (!change) return null;
      const entry = { ...found.entry, ...change(found.entry) };
      const isOther = otherBox !== null;
      const correction = isOther ? entry : queuedCall(entry.call).correction(id, entry.body);
      const version = isFromCache && !isSeen ? found.ifMatch : responseVersion(response);
      // It was captured when the entry was.
      const of = { id: newId(), ts: entry.ts };
      const next = correction && correctionEntry(of, correction, entry, isOther ? null : version);
      // What waits for the record of the entry waits for that of the new one, not for the one in the other box.
      const placed = next && isOther ? { ...next, creates: entry.creates } : next;
      return placed && { entry: placed, isOther: isUnseen(found.entry, { prices: placed, isSuperseded }) };
    };
    return dispatch(outboxCommands()).acceptRecorded(entryId, response, otherBox !== null, nextOf);
  };

/** Accepts the content that the server has recorded, or changes it to the content of the entry. */
export const acceptRecorded = recordable(
  'acceptRecorded',
  (entryId: string, toMine: boolean): AppThunk<Promise<CommandResult>> =>
    (dispatch) =>
      dispatch(acceptWith(entryId, { change: toMine ? (entry) => entry : null, isSeen: true })),
);

/** The base of a change whose form has not shown this visit: what the visit holds is not overwritten (invariant 33). */
const baseOfUnseen = (visit: VisitView): WriteBase =>
  hasOutcomeOrNote(visit) ? { baseVersion: ALWAYS_CONFLICTS, over: null } : baseOf(visit);

/**
 * Moves a delivery whose visit refuses it, and the other entries of that visit, into the open visit of the same rep at
 * the location, or into a new one.
 */
export const moveToNewVisit = recordable(
  'moveToNewVisit',
  (entryId: string, force: boolean): AppThunk<Promise<CommandResult>> =>
    async (dispatch, getState, extra) => {
      const { journal, newId, now } = extra;
      const first = selectOwnEntries(getState()).find(({ id }) => id === entryId);
      const resolution = first && resolutionOf(getState(), first);
      if (!first || resolution?.kind !== 'move') return 'gone';
      const { locationId, repId, into, moving } = resolution;
      const startId = newId();
      const { userId } = first;
      const body = { location: locationId, ...(repId !== null && repId !== userId ? { rep: repId } : {}) };
      const { method, path } = firstLoadCalls.startVisit;
      const write: QueuedWrite = {
        // The visit began with the first work that is put there.
        ...{ id: startId, ts: Math.min(now(), ...moving.map(({ ts }) => ts)), call: 'startVisit', method, path, body },
        ...{ visitId: null, baseVersion: null, over: null, pricesAsOf: null },
      };
      const of = { userId, locationOfVisit: () => locationId, unitPrices: null, firstTry: false };
      const start = into ? null : newEntry(write, of);
      const visitId = into?._id ?? localIdOf(startId);
      const oldIds = [...new Set(moving.flatMap((entry) => [entry.visitId ?? '', resolution.visitId]))];
      const found = await Promise.all(moving.map(({ id }) => journal.read(id, null)));
      const base = into ? baseOfUnseen(into) : { baseVersion: null, over: startId };
      const target = { id: visitId, base, start, oldIds };
      const moved = found.flatMap((one) => (one ? [{ id: one.entry.id, newId: newId() }] : []));
      // Another tab has moved or discarded it. A new visit would stay empty.
      if (!moved.some(({ id }) => id === entryId)) return 'gone';
      return dispatch(outboxCommands()).moveToVisit(target, moved, force);
    },
);
