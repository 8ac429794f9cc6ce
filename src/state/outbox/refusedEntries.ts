import { parseVisit } from '../../api/parsers/visit';
import { asRecord } from '../../api/parsers/values';
import { firstLoadCalls } from '../../contract/firstLoadCalls';
import { isLocalId, localIdOf } from '../../domain/ids';
import { isSubmitted } from '../../domain/visitRules';
import type { EntryAbout, EntrySummary, NewEntry } from '../../offline/entry';
import { resolverOf } from '../../offline/localIds';
import { syncRequested } from '../../offline/actions';
import { newEntry } from '../../offline/middleware/newEntry';
import { CANCELLED } from '../../offline/replay/classify';
import type { CommandResult, MovedEntry } from '../../offline/outboxCommands';
import { selectServerIds } from '../../offline/queueSlice';
import { type Correction, responseVersion, rowOf } from '../../offline/queuedWrites';
import { recordable } from '../../recording/core/intents';
import { type Conflict, conflictOf, contentOf } from './conflict';
import { outboxCommands } from './outboxCommands';
import { findOpenVisit, locationOfVisit } from '../visits/openVisits';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { RootState } from '../root/rootReducer';
import type { AppThunk } from '../root/types';

/** The further actions for a refused entry, besides editing and discarding. */
export type RefusedWayOut =
  /** Another user changed the record meanwhile (412): "Send mine" or "Keep theirs". */
  | ({ kind: 'conflict' } & Conflict)
  /** The server has recorded something else under this id (422), or the visit is submitted: "Change it to this". */
  | { kind: 'recorded'; recorded: EntryAbout | null; response: unknown; id: string }
  /** The visit it belongs to is submitted, or gone: "Put into a new visit". */
  | { kind: 'move'; visitId: string; locationId: string };

const USED_OTHERWISE = 422;
const OVERTAKEN = 409;
/** A server that was restored from an older backup does not know the visit any more. */
const MISSING = 404;

/** The further action for a refused entry; `null` for none. */
export function wayOutOf(state: Pick<RootState, 'queue' | 'visitsCache'>, entry: EntrySummary): RefusedWayOut | null {
  const { lastError, visitId, locationId } = entry;
  if (entry.state !== 'refused' || !lastError) return null;
  const { noun, kind, responseId } = rowOf(entry.call);
  const conflict = conflictOf(noun, lastError);
  if (conflict) return { kind: 'conflict', ...conflict };
  const present = asRecord(lastError.present);
  if (lastError.status === USED_OTHERWISE && present.earlier !== undefined) {
    const { response } = asRecord(present.earlier);
    return { kind: 'recorded', recorded: contentOf(noun, response), response, id: responseId(response) };
  }
  const known = visitId === null ? '' : resolverOf(selectServerIds(state))(visitId);
  const visit = state.visitsCache.byKey[known]?.value;
  if (!known || isLocalId(known)) return null;
  const isSubmittedThere = visit !== undefined && isSubmitted(visit);
  // A submit may also be refused because boxes are not refilled. Only a submitted visit has a recorded submit.
  if (kind === 'submit') {
    return isSubmittedThere
      ? { kind: 'recorded', recorded: contentOf('visit', visit), response: visit, id: known }
      : null;
  }
  const isOver = lastError.status === OVERTAKEN || lastError.status === MISSING || isSubmittedThere;
  return isOver && noun === 'delivery' && kind === 'create' && locationId !== null
    ? { kind: 'move', visitId: known, locationId }
    : null;
}

/** Sends a refused change over the version that the person has seen beside it. */
export const sendMine = recordable(
  'sendMine',
  (entryId: string, version: number | null): AppThunk<Promise<CommandResult>> =>
    async (dispatch, _getState, extra) => {
      const { journal, newId } = extra;
      const found = await journal.read(entryId, null);
      if (!found) return 'gone';
      return dispatch(outboxCommands()).edit(entryId, newId(), { body: found.entry.body, baseVersion: version }, false);
    },
);

/**
 * Tries an entry again; one whose id the server has cancelled for a discard or an edit that came to nothing here, under
 * a new id.
 */
export const retryEntry = recordable(
  'retryEntry',
  (entryId: string): AppThunk<Promise<void>> =>
    async (dispatch, getState, { journal, newId }) => {
      const anew = newId();
      const renew = async () => {
        const found = await journal.read(entryId, null);
        return found && dispatch(outboxCommands()).edit(entryId, anew, { body: found.entry.body }, false);
      };
      const entry = selectOwnEntries(getState()).find(({ id }) => id === entryId);
      const isCancelled = entry?.lastError?.status === CANCELLED;
      const renewed = isCancelled ? await renew().catch(() => null) : null;
      dispatch(syncRequested({ only: renewed === 'done' ? anew : entryId }));
    },
);

/** The entry that changes the recorded content, which the person has seen in the response, to the content of `of`. */
function correctionEntry(
  { id, ts }: Pick<NewEntry, 'id' | 'ts'>,
  { call, path, body }: Correction,
  of: NewEntry,
  response: unknown,
): NewEntry {
  const write = {
    ...{ id, ts, call, path, body },
    method: firstLoadCalls[call].method,
    visitId: of.visitId,
    ...{ baseVersion: responseVersion(response), over: null, pricesAsOf: of.pricesAsOf },
  };
  return newEntry(write, { userId: of.userId, locationOfVisit: () => of.locationId, firstTry: false });
}

/** Accepts the content that the server has recorded, or changes it to the content of the entry. */
export const acceptRecorded = recordable(
  'acceptRecorded',
  (entryId: string, toMine: boolean): AppThunk<Promise<CommandResult>> =>
    async (dispatch, getState, extra) => {
      const { journal, newId, now } = extra;
      const found = await journal.read(entryId, null);
      if (!found) return 'gone';
      const wayOut = wayOutOf(getState(), found.summary);
      if (wayOut?.kind !== 'recorded') return 'gone';
      const { entry } = found;
      const correction = toMine ? rowOf(entry.call).correction(wayOut.id, entry.body) : null;
      const next = correction && correctionEntry({ id: newId(), ts: now() }, correction, entry, wayOut.response);
      return dispatch(outboxCommands()).acceptRecorded(entryId, wayOut.response, next);
    },
);

/** An entry moved from the old visit to the new one: the new id replaces the old one in path and body. */
function movedTo(visitId: string, oldIds: readonly string[], found: NewEntry, newId: string): MovedEntry {
  const replaced = (value: unknown) => (typeof value === 'string' && oldIds.includes(value) ? visitId : value);
  const path = found.path
    .split('/')
    .map((segment) => (oldIds.includes(decodeURIComponent(segment)) ? encodeURIComponent(visitId) : segment))
    .join('/');
  const body = Object.entries(asRecord(found.body)).map(([name, value]) => [name, replaced(value)]);
  return { id: found.id, newId, path, body: Object.fromEntries(body) };
}

/**
 * Moves a delivery of a submitted visit, and the entries that wait for it, into the rep's open visit at the location,
 * or into a new one. A submit as completed is not moved, because other boxes are refilled in the new visit.
 */
export const moveToNewVisit = recordable(
  'moveToNewVisit',
  (entryId: string, force: boolean): AppThunk<Promise<CommandResult>> =>
    async (dispatch, getState, extra) => {
      const { journal, newId, now } = extra;
      const entries = selectOwnEntries(getState());
      const first = entries.find(({ id }) => id === entryId);
      const wayOut = first && wayOutOf(getState(), first);
      if (!first || wayOut?.kind !== 'move') return 'gone';
      const resolve = resolverOf(selectServerIds(getState()));
      const goesAlong = (entry: EntrySummary) =>
        entry.seq >= first.seq &&
        entry.visitId !== null &&
        resolve(entry.visitId) === wayOut.visitId &&
        (entry.id === entryId ||
          rowOf(entry.call).waitsForVisit ||
          entry.localIdRefs.some((id) => id === first.creates)) &&
        entry.about.outcome !== 'completed';
      const moving = entries.filter(goesAlong);
      const { _id: known, version = null } = parseVisit(findOpenVisit(getState(), wayOut.locationId, null));
      // This device may not know yet that the visit was submitted.
      const open = known === wayOut.visitId ? '' : known;
      const startId = newId();
      const write = {
        id: startId,
        ts: now(),
        call: 'startVisit',
        method: firstLoadCalls.startVisit.method,
        path: firstLoadCalls.startVisit.path,
      } as const;
      const start = open
        ? null
        : newEntry(
            {
              ...write,
              body: { location: wayOut.locationId },
              visitId: null,
              baseVersion: null,
              over: null,
              pricesAsOf: null,
            },
            { userId: first.userId, locationOfVisit: (id) => locationOfVisit(getState(), id), firstTry: false },
          );
      const visitId = open || localIdOf(startId);
      const oldIds = [...new Set(moving.flatMap((entry) => [entry.visitId ?? '', wayOut.visitId]))];
      const found = await Promise.all(moving.map(({ id }) => journal.read(id, null)));
      const target = { id: visitId, version: open ? version : null, start };
      const moved = found.flatMap((one) => (one ? [movedTo(visitId, oldIds, one.entry, newId())] : []));
      return dispatch(outboxCommands()).moveToVisit(target, moved, force);
    },
);
