import { weakMapMemoize } from '@reduxjs/toolkit';
import { isOutcome, type Outcome } from '../domain/outcomes';
import type { EntrySummary } from './entry';
import { resolverOf, type ServerIds } from './localIds';
import { type RecordName, recordInPath } from './nouns';
import { type QueuedCall, queuedCall } from './queuedWrites';

/*
 * Selects the waiting entries that screens merge into the server's responses. Pure. `entries` are one user's, in order.
 * A visit or delivery is found by its local id and by its server id.
 */
const NO_IDS: ServerIds = {};

/** The id of what an entry creates: its local id, which screens use in URLs. */
export const createdId = (entry: EntrySummary): string => entry.creates ?? entry.id;

const creating = (entries: readonly EntrySummary[], noun: QueuedCall['noun']) =>
  entries.filter(({ call }) => queuedCall(call).noun === noun && queuedCall(call).kind === 'create');

/** The queued changes of each record, in order, by its noun and its server id if known, else its local id. */
const changesByRecord = weakMapMemoize((entries: readonly EntrySummary[], serverIds: ServerIds) => {
  const resolve = resolverOf(serverIds);
  const byRecord = new Map<string, EntrySummary[]>();
  for (const entry of entries) {
    const record = recordInPath(entry.path);
    if (!record) continue;
    const key = `${record.noun} ${resolve(record.id)}`;
    byRecord.set(key, [...(byRecord.get(key) ?? []), entry]);
  }
  return byRecord;
});

/** The queued changes of a record, refused or not, in order. */
export function pendingChanges(
  entries: readonly EntrySummary[],
  { noun, id }: RecordName,
  serverIds: ServerIds = NO_IDS,
): readonly EntrySummary[] {
  return changesByRecord(entries, serverIds).get(`${noun} ${resolverOf(serverIds)(id)}`) ?? [];
}

/** The change of a record that its form corrects: the first refused one, else the newest; `null` for none. */
export function correctedChange(changes: readonly EntrySummary[]): EntrySummary | null {
  return changes.find(({ state }) => state === 'refused') ?? changes.at(-1) ?? null;
}

/** The entry of a queued delivery. */
export interface PendingDelivery extends EntrySummary {
  /** Its queued edits, in order. */
  edits: readonly EntrySummary[];
}

/** The entries of the queued deliveries that match, each with its queued edits. */
export function pendingDeliveries(
  entries: readonly EntrySummary[],
  serverIds: ServerIds = NO_IDS,
  matches: (entry: EntrySummary) => boolean = () => true,
): PendingDelivery[] {
  return creating(entries, 'delivery')
    .filter(matches)
    .map((entry) => ({
      ...entry,
      edits: pendingChanges(entries, { noun: 'delivery', id: createdId(entry) }, serverIds),
    }));
}

/** Whether an entry belongs to a visit, named by its local or its server's id. */
export function isOfVisit(visitId: string, serverIds: ServerIds): (entry: EntrySummary) => boolean {
  const resolve = resolverOf(serverIds);
  const known = resolve(visitId);
  return (entry) => entry.visitId !== null && resolve(entry.visitId) === known;
}

/** The entries of all visits that were started on this device and are not known to the server yet. */
export function pendingVisits(entries: readonly EntrySummary[]): EntrySummary[] {
  return creating(entries, 'visit');
}

/** The fields of a visit that queued changes set; `null` when nothing queued changes it. */
interface ChangedFields {
  /** When the queued submit was made, ms since 1970; `null` for none. */
  submittedTs: number | null;
  outcome: Outcome | null;
  note: string | null;
}

/** The queued changes of a visit. */
export interface PendingVisitChanges extends ChangedFields {
  /** The first refused change, else the newest; `null` where nothing is queued. */
  entry: EntrySummary | null;
  /** The newest change, refused or not; `null` where nothing is queued. */
  newest: EntrySummary | null;
}

const NO_CHANGES: ChangedFields = { submittedTs: null, outcome: null, note: null };

/** A refused submit leaves its visit open and unchanged. */
export const isRefusedSubmit = ({ call, state }: EntrySummary): boolean =>
  queuedCall(call).kind === 'submit' && state === 'refused';

/** Merges a change into the earlier changes of the same visit. */
function withChange(before: ChangedFields, entry: EntrySummary): ChangedFields {
  if (isRefusedSubmit(entry)) return before;
  const { outcome, note } = entry.about;
  return {
    ...before,
    ...(queuedCall(entry.call).kind === 'submit' ? { submittedTs: entry.ts } : {}),
    ...(isOutcome(outcome) ? { outcome } : {}),
    ...(note === undefined ? {} : { note }),
  };
}

/** The queued submit and edits of a visit; the newest value of each field. */
export function pendingVisitChanges(
  entries: readonly EntrySummary[],
  visitId: string,
  serverIds: ServerIds = NO_IDS,
): PendingVisitChanges {
  const changes = pendingChanges(entries, { noun: 'visit', id: visitId }, serverIds);
  const fields = changes.reduce(withChange, NO_CHANGES);
  return { ...fields, entry: correctedChange(changes), newest: changes.at(-1) ?? null };
}
