import { weakMapMemoize } from '@reduxjs/toolkit';
import { isOutcome, type Outcome } from '../domain/outcomes';
import type { EntrySummary } from './entry';
import { resolverOf, type ServerIds } from './localIds';
import { type QueuedCall, rowOf } from './queuedWrites';

/**
 * Selects the waiting entries that screens merge into the server's responses. Pure. `entries` are one user's, in order.
 * A visit or delivery is found by its local id and by its server id.
 */
const NO_IDS: ServerIds = {};

/** The id of what an entry creates: its local id, which screens use in URLs. */
export const createdId = (entry: EntrySummary): string => entry.creates ?? entry.id;

const creating = (entries: readonly EntrySummary[], noun: QueuedCall['noun']) =>
  entries.filter(({ call }) => rowOf(call).noun === noun && rowOf(call).kind === 'create');

/** The change of a record that its form corrects: the first refused one, else the newest. `before`: that of the earlier. */
function correctedChange(before: EntrySummary | null, newest: EntrySummary): EntrySummary {
  return before?.state === 'refused' ? before : newest;
}

/** The queued edits of a delivery. */
interface PendingDeliveryEdit {
  /** The first refused edit, else the newest. */
  entry: EntrySummary;
  /** The newest edit, refused or not. */
  newest: EntrySummary;
}

/** The edits of each delivery, by the delivery's server id if known, else its local id. */
const editsByDelivery = weakMapMemoize((entries: readonly EntrySummary[], serverIds: ServerIds) => {
  const resolve = resolverOf(serverIds);
  const byDelivery = new Map<string, PendingDeliveryEdit>();
  for (const newest of entries) {
    if (rowOf(newest.call).kind !== 'change' || !newest.about.delivery) continue;
    const id = resolve(newest.about.delivery);
    byDelivery.set(id, { entry: correctedChange(byDelivery.get(id)?.entry ?? null, newest), newest });
  }
  return byDelivery;
});

/** The queued edits of a delivery, if any wait. */
export function pendingDeliveryEdit(
  entries: readonly EntrySummary[],
  deliveryId: string,
  serverIds: ServerIds = NO_IDS,
): PendingDeliveryEdit | undefined {
  return editsByDelivery(entries, serverIds).get(resolverOf(serverIds)(deliveryId));
}

/** The entry of a queued delivery. */
export interface PendingDelivery extends EntrySummary {
  /** Its newest queued edit; `null` for none. */
  edit: EntrySummary | null;
}

/** The entries of the queued deliveries that match, each with its newest queued edit. */
export function pendingDeliveries(
  entries: readonly EntrySummary[],
  serverIds: ServerIds = NO_IDS,
  matches: (entry: EntrySummary) => boolean = () => true,
): PendingDelivery[] {
  return creating(entries, 'delivery')
    .filter(matches)
    .map((entry) => ({ ...entry, edit: pendingDeliveryEdit(entries, createdId(entry), serverIds)?.newest ?? null }));
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

/** The queued changes of a visit; a field is `null` when nothing queued changes it. */
export interface PendingVisitChanges {
  /** When the queued submit was made, ms since 1970; `null` for none. A refused submit leaves the visit open. */
  submittedTs: number | null;
  outcome: Outcome | null;
  note: string | null;
  /** The first refused change, else the newest; `null` where nothing is queued. */
  entry: EntrySummary | null;
  /** The newest change, refused or not; `null` where nothing is queued. */
  newest: EntrySummary | null;
}

const NO_CHANGES: PendingVisitChanges = { submittedTs: null, outcome: null, note: null, entry: null, newest: null };

/** Merges a change into the earlier changes of the same visit. */
function withChange(before: PendingVisitChanges, entry: EntrySummary): PendingVisitChanges {
  const isSubmit = rowOf(entry.call).kind === 'submit';
  const { outcome, note } = isSubmit && entry.state === 'refused' ? {} : entry.about;
  return {
    ...before,
    ...(isSubmit && entry.state !== 'refused' ? { submittedTs: entry.ts } : {}),
    ...(isOutcome(outcome) ? { outcome } : {}),
    ...(note === undefined ? {} : { note }),
    entry: correctedChange(before.entry, entry),
    newest: entry,
  };
}

/** The changes of each visit, by the visit's server id if known, else its local id. */
const changesByVisit = weakMapMemoize((entries: readonly EntrySummary[], serverIds: ServerIds) => {
  const resolve = resolverOf(serverIds);
  const byVisit = new Map<string, PendingVisitChanges>();
  for (const entry of entries) {
    const { noun, kind } = rowOf(entry.call);
    if (noun !== 'visit' || kind === 'create' || entry.visitId === null) continue;
    const id = resolve(entry.visitId);
    byVisit.set(id, withChange(byVisit.get(id) ?? NO_CHANGES, entry));
  }
  return byVisit;
});

/** The queued submit and edits of a visit; the newest value of each field. */
export function pendingVisitChanges(
  entries: readonly EntrySummary[],
  visitId: string,
  serverIds: ServerIds = NO_IDS,
): PendingVisitChanges {
  return changesByVisit(entries, serverIds).get(resolverOf(serverIds)(visitId)) ?? NO_CHANGES;
}
