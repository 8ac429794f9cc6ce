import { weakMapMemoize } from '@reduxjs/toolkit';
import type { Location } from '../../contract/locations';
import type { User } from '../../contract/users';
import type { Visit } from '../../contract/visits';
import { EMPTY_ADDRESS } from '../../domain/locationRules';
import type { Pending } from '../../domain/pending';
import { createdId, isRefusedSubmit, pendingVisitChanges } from '../../offline/pending';
import type { EntrySummary } from '../../offline/entry';
import type { ServerIds } from '../../offline/localIds';
import { ALL_KEY } from '../slices/itemsCache';
import type { RootState } from '../root/rootReducer';

/** A visit with its waiting changes applied. */
export type VisitView = Visit & { pending: Pending | null };
export type Locations = RootState['locationsCache'];

const NONE: never[] = [];

/** A cached list as a map by id, built once per list. */
export const byId = weakMapMemoize(
  <T extends { _id: string }>(list: readonly T[]) => new Map(list.map((one) => [one._id, one])),
);

/** The base of a further change of a record whose newest entry this is. */
const baseOver = ({ id, baseVersion }: EntrySummary) => ({ newestId: id, baseVersion });

/** The state of a shown record's entry. `newest`: the newest entry of the same record. */
export function pendingOf(entry: EntrySummary, newest = entry): Pending {
  const { id, state, lastError } = entry;
  const reason = (state === 'refused' && lastError?.text) || null;
  return { entryId: id, state, reason, ...baseOver(newest) };
}

export function locationOf(locations: Locations, id: string): Location {
  return byId(locations.byKey[ALL_KEY]?.value ?? NONE).get(id) ?? { _id: id, name: '', address: EMPTY_ADDRESS };
}

/**
 * A visit with its waiting changes applied. `started`: the state of the waiting entry that starts it, if there is one.
 */
export function withPendingChanges(
  visit: Visit,
  entries: readonly EntrySummary[],
  serverIds: ServerIds,
  started: Pending | null = null,
): VisitView {
  const { entry, newest, submittedTs, outcome, note } = pendingVisitChanges(entries, visit._id, serverIds);
  const shown = entry && started?.state !== 'refused' ? pendingOf(entry) : started;
  // A refused submit is not applied, so a change over it is made over the version that is shown.
  const seen = newest && isRefusedSubmit(newest) ? { baseVersion: visit.version ?? newest.baseVersion } : {};
  return {
    ...visit,
    submittedAt: submittedTs === null ? visit.submittedAt : new Date(submittedTs).toISOString(),
    outcome: outcome ?? visit.outcome,
    note: note ?? visit.note,
    pending: shown && { ...shown, ...(newest && baseOver(newest)), ...seen },
  };
}

/** A visit that `user` started on this device, built from `entries`, which are theirs. */
export function pendingVisitView(
  entry: EntrySummary,
  entries: readonly EntrySummary[],
  serverIds: ServerIds,
  { user, locations }: { user: User | null; locations: Locations },
): VisitView {
  const { rep: repId = user?._id ?? '', location = '' } = entry.about;
  const rep = { _id: repId, name: repId === user?._id ? user.name : '' };
  const startedAt = new Date(entry.ts).toISOString();
  const visit = {
    _id: createdId(entry),
    rep,
    repName: rep.name,
    location: locationOf(locations, location),
    outcome: null,
    note: '',
    startedAt,
    submittedAt: null,
    createdAt: startedAt,
    version: null,
  };
  return withPendingChanges(visit, entries, serverIds, pendingOf(entry));
}
