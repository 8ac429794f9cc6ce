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

function same(a: string | null | undefined, b: string | null | undefined, serverIds: ServerIds): boolean {
  const resolve = resolverOf(serverIds);
  return Boolean(a) && Boolean(b) && resolve(a as string) === resolve(b as string);
}

/** The lines of the newest queued edit of a delivery; `null` when none waits. */
export function pendingDeliveryEdit(
  heads: readonly EntryHead[],
  deliveryId: string,
  serverIds: ServerIds = {},
): { entryId: string; lines: EntryLine[]; state: EntryHead['state'] } | null {
  const edit = heads.findLast(
    (head) => head.call === 'updateDelivery' && same(head.about.delivery, deliveryId, serverIds),
  );
  return edit ? { entryId: edit.id, lines: edit.about.lines ?? [], state: edit.state } : null;
}

/** All queued deliveries, each with the lines of its newest queued edit. */
export function pendingDeliveries(heads: readonly EntryHead[], serverIds: ServerIds = {}): PendingDelivery[] {
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

/** The queued deliveries of one visit: their boxes count as refilled, marked as waiting (offline.md, T3). */
export function pendingDeliveriesOfVisit(
  heads: readonly EntryHead[],
  visitId: string,
  serverIds: ServerIds = {},
): PendingDelivery[] {
  return pendingDeliveries(heads, serverIds).filter((delivery) => same(delivery.visitId, visitId, serverIds));
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

/** The queued submit and edits of a visit, the newest word of each field. */
export function pendingVisitChanges(
  heads: readonly EntryHead[],
  visitId: string,
  serverIds: ServerIds = {},
): PendingVisitChanges {
  const changes: PendingVisitChanges = { submittedTs: null, outcome: null, note: null, state: null, entryId: null };
  for (const head of heads) {
    const isChange = head.call === 'submitVisit' || head.call === 'updateVisit';
    if (!isChange || !same(head.visitId, visitId, serverIds)) continue;
    if (head.call === 'submitVisit') changes.submittedTs = head.ts;
    if (isOutcome(head.about.outcome)) changes.outcome = head.about.outcome;
    if (head.about.note !== undefined) changes.note = head.about.note;
    if (changes.state === 'refused') continue;
    changes.state = head.state === 'refused' ? 'refused' : 'waiting';
    changes.entryId = head.id;
  }
  return changes;
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

export function pendingVisits(heads: readonly EntryHead[], serverIds: ServerIds = {}): PendingVisit[] {
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
