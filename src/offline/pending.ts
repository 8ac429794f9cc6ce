import { weakMapMemoize } from '@reduxjs/toolkit';
import { isOutcome, type Outcome } from '../domain/outcomes';
import type { EntryLine, EntrySummary } from './entry';
import { resolverOf } from './localIds';
import { rowOf } from './queuedWrites';

/**
 * What waits on this device, as screens lay it over what the server answered. Pure; `entries` are one user's,
 * in the order made. A visit or delivery is found by its local and by its server's id.
 */
type ServerIds = Readonly<Record<string, string>>;

/** A delivery that is queued. */
export interface PendingDelivery {
  /** Its local id: what screens open it by. */
  id: string;
  entryId: string;
  /** `null` outside a visit. */
  visitId: string | null;
  locationId: string;
  boxId: string;
  repName: string;
  lines: EntryLine[];
  /** Time of capture, ms since 1970. */
  ts: number;
  state: EntrySummary['state'];
}

const NO_IDS: ServerIds = {};

/** Built once per list of entries: a screen asks for one entry after the other, and thousands may wait. */
const entriesById = weakMapMemoize(
  (entries: readonly EntrySummary[]) => new Map(entries.map((entry) => [entry.id, entry])),
);

/** The entry of this id, if it is among them. */
export function entryWithId(entries: readonly EntrySummary[], entryId: string): EntrySummary | undefined {
  return entriesById(entries).get(entryId);
}

/** The newest edit of each delivery, by the delivery's id as far as it is known. */
const newestEdits = weakMapMemoize((entries: readonly EntrySummary[], serverIds: ServerIds) => {
  const resolve = resolverOf(serverIds);
  const edits = entries.filter(({ call, about }) => rowOf(call).kind === 'change' && about.delivery);
  return new Map(edits.map((entry) => [resolve(entry.about.delivery ?? ''), entry]));
});

/** The lines of the newest queued edit of a delivery; `null` when none waits. */
export function pendingDeliveryEdit(
  entries: readonly EntrySummary[],
  deliveryId: string,
  serverIds: ServerIds = NO_IDS,
): { entryId: string; lines: EntryLine[]; state: EntrySummary['state'] } | null {
  const edit = newestEdits(entries, serverIds).get(resolverOf(serverIds)(deliveryId));
  return edit ? { entryId: edit.id, lines: edit.about.lines ?? [], state: edit.state } : null;
}

/** All queued deliveries, each with the lines of its newest queued edit. */
export function pendingDeliveries(entries: readonly EntrySummary[], serverIds: ServerIds = NO_IDS): PendingDelivery[] {
  return entries
    .filter(({ call }) => rowOf(call).noun === 'delivery' && rowOf(call).kind === 'create')
    .map((entry) => {
      const id = entry.creates ?? entry.id;
      return {
        id,
        entryId: entry.id,
        visitId: entry.visitId,
        locationId: entry.about.location ?? '',
        boxId: entry.about.box ?? '',
        repName: entry.about.repName ?? '',
        lines: pendingDeliveryEdit(entries, id, serverIds)?.lines ?? entry.about.lines ?? [],
        ts: entry.ts,
        state: entry.state,
      };
    });
}

/** The queued deliveries of one visit: their boxes count as refilled, marked as waiting (deviation T3). */
export function pendingDeliveriesOfVisit(
  entries: readonly EntrySummary[],
  visitId: string,
  serverIds: ServerIds = NO_IDS,
): PendingDelivery[] {
  const resolve = resolverOf(serverIds);
  const known = resolve(visitId);
  return pendingDeliveries(entries, serverIds).filter((one) => one.visitId !== null && resolve(one.visitId) === known);
}

/** What is queued to change a visit; `null` where nothing is. */
export interface PendingVisitChanges {
  /** When the queued submit was made, ms since 1970; a refused one leaves the visit open. */
  submittedTs: number | null;
  outcome: Outcome | null;
  note: string | null;
  /** 'refused' as soon as one of the changes is. */
  state: 'waiting' | 'refused' | null;
  /** The change that `state` speaks of; `null` where nothing is queued. */
  entryId: string | null;
}

const NO_CHANGES: PendingVisitChanges = { submittedTs: null, outcome: null, note: null, state: null, entryId: null };

/** What the changes before this one come to together with it. */
function withChange(before: PendingVisitChanges, entry: EntrySummary): PendingVisitChanges {
  const isSubmit = rowOf(entry.call).kind === 'submit';
  const { outcome, note } = isSubmit && entry.state === 'refused' ? {} : entry.about;
  const changes = {
    ...before,
    ...(isSubmit && entry.state !== 'refused' ? { submittedTs: entry.ts } : {}),
    ...(isOutcome(outcome) ? { outcome } : {}),
    ...(note === undefined ? {} : { note }),
  };
  if (before.state === 'refused') return changes;
  return { ...changes, state: entry.state === 'refused' ? 'refused' : 'waiting', entryId: entry.id };
}

/** The changes of each visit, by the visit's id as far as it is known. */
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

/** The queued submit and edits of a visit, the newest word of each field. */
export function pendingVisitChanges(
  entries: readonly EntrySummary[],
  visitId: string,
  serverIds: ServerIds = NO_IDS,
): PendingVisitChanges {
  return changesByVisit(entries, serverIds).get(resolverOf(serverIds)(visitId)) ?? NO_CHANGES;
}

/** A visit that was started on this device and is not known to the server yet. */
export interface PendingVisit {
  /** Its local id. */
  id: string;
  entryId: string;
  locationId: string;
  /** The rep it is for; `null` for the person who started it. */
  repId: string | null;
  startedTs: number;
  state: EntrySummary['state'];
  changes: PendingVisitChanges;
}

export function pendingVisits(entries: readonly EntrySummary[], serverIds: ServerIds = NO_IDS): PendingVisit[] {
  return entries
    .filter(({ call }) => rowOf(call).noun === 'visit' && rowOf(call).kind === 'create')
    .map((entry) => {
      const id = entry.creates ?? entry.id;
      return {
        id,
        entryId: entry.id,
        locationId: entry.about.location ?? '',
        repId: entry.about.rep ?? null,
        startedTs: entry.ts,
        state: entry.state,
        changes: pendingVisitChanges(entries, id, serverIds),
      };
    });
}
