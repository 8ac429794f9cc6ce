import { weakMapMemoize } from '@reduxjs/toolkit';
import { isOutcome, type Outcome } from '../domain/outcomes';
import { resolverOf } from './localIds';
import type { EntryHead, EntryLine } from './types';

/**
 * What waits on this device, as screens lay it over what the server answered. Pure; `heads` are one user's,
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
  state: EntryHead['state'];
}

const NO_IDS: ServerIds = {};

/** Built once per list of heads: a screen asks for one entry after the other, and thousands may wait. */
const headsById = weakMapMemoize((heads: readonly EntryHead[]) => new Map(heads.map((head) => [head.id, head])));

/** The entry of this id, if it is among them. */
export function headWithId(heads: readonly EntryHead[], entryId: string): EntryHead | undefined {
  return headsById(heads).get(entryId);
}

/** The newest edit of each delivery, by the delivery's id as far as it is known. */
const newestEdits = weakMapMemoize((heads: readonly EntryHead[], serverIds: ServerIds) => {
  const resolve = resolverOf(serverIds);
  const edits = heads.filter((head) => head.call === 'updateDelivery' && head.about.delivery);
  return new Map(edits.map((head) => [resolve(head.about.delivery ?? ''), head]));
});

/** The lines of the newest queued edit of a delivery; `null` when none waits. */
export function pendingDeliveryEdit(
  heads: readonly EntryHead[],
  deliveryId: string,
  serverIds: ServerIds = NO_IDS,
): { entryId: string; lines: EntryLine[]; state: EntryHead['state'] } | null {
  const edit = newestEdits(heads, serverIds).get(resolverOf(serverIds)(deliveryId));
  return edit ? { entryId: edit.id, lines: edit.about.lines ?? [], state: edit.state } : null;
}

/** All queued deliveries, each with the lines of its newest queued edit. */
export function pendingDeliveries(heads: readonly EntryHead[], serverIds: ServerIds = NO_IDS): PendingDelivery[] {
  return heads
    .filter((head) => head.call === 'createDelivery')
    .map((head) => {
      const id = head.creates ?? head.id;
      return {
        id,
        entryId: head.id,
        visitId: head.visitId,
        locationId: head.about.location ?? '',
        boxId: head.about.box ?? '',
        repName: head.about.repName ?? '',
        lines: pendingDeliveryEdit(heads, id, serverIds)?.lines ?? head.about.lines ?? [],
        ts: head.ts,
        state: head.state,
      };
    });
}

/** The queued deliveries of one visit: their boxes count as refilled, marked as waiting (deviation T3). */
export function pendingDeliveriesOfVisit(
  heads: readonly EntryHead[],
  visitId: string,
  serverIds: ServerIds = NO_IDS,
): PendingDelivery[] {
  const resolve = resolverOf(serverIds);
  const known = resolve(visitId);
  return pendingDeliveries(heads, serverIds).filter((one) => one.visitId !== null && resolve(one.visitId) === known);
}

/** What is queued to change a visit; `null` where nothing is. */
export interface PendingVisitChanges {
  /** When the queued submit was made, ms since 1970. */
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
function withChange(before: PendingVisitChanges, head: EntryHead): PendingVisitChanges {
  const { outcome, note } = head.about;
  const changes = {
    ...before,
    ...(head.call === 'submitVisit' ? { submittedTs: head.ts } : {}),
    ...(isOutcome(outcome) ? { outcome } : {}),
    ...(note === undefined ? {} : { note }),
  };
  if (before.state === 'refused') return changes;
  return { ...changes, state: head.state === 'refused' ? 'refused' : 'waiting', entryId: head.id };
}

/** The changes of each visit, by the visit's id as far as it is known. */
const changesByVisit = weakMapMemoize((heads: readonly EntryHead[], serverIds: ServerIds) => {
  const resolve = resolverOf(serverIds);
  const byVisit = new Map<string, PendingVisitChanges>();
  for (const head of heads) {
    if ((head.call !== 'submitVisit' && head.call !== 'updateVisit') || head.visitId === null) continue;
    const id = resolve(head.visitId);
    byVisit.set(id, withChange(byVisit.get(id) ?? NO_CHANGES, head));
  }
  return byVisit;
});

/** The queued submit and edits of a visit, the newest word of each field. */
export function pendingVisitChanges(
  heads: readonly EntryHead[],
  visitId: string,
  serverIds: ServerIds = NO_IDS,
): PendingVisitChanges {
  return changesByVisit(heads, serverIds).get(resolverOf(serverIds)(visitId)) ?? NO_CHANGES;
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
  state: EntryHead['state'];
  changes: PendingVisitChanges;
}

export function pendingVisits(heads: readonly EntryHead[], serverIds: ServerIds = NO_IDS): PendingVisit[] {
  return heads
    .filter((head) => head.call === 'startVisit')
    .map((head) => {
      const id = head.creates ?? head.id;
      return {
        id,
        entryId: head.id,
        locationId: head.about.location ?? '',
        repId: head.about.rep ?? null,
        startedTs: head.ts,
        state: head.state,
        changes: pendingVisitChanges(heads, id, serverIds),
      };
    });
}
