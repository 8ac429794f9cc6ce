import { messages } from './messages';
import { isOutcome, type Outcome } from './outcomes';

/*
 *   (no visit) ──start──▶ started ──submit(outcome, note)──▶ submitted
 *                           ▲  │                               │
 *                           └──┘ deliveries                    └─▶ outcome and note may still be edited;
 *                                                                  no new delivery, no second submit
 */

/** The times of a visit as ISO instants; `null` where it has not happened. */
export interface VisitTimes {
  startedAt?: string | null | undefined;
  submittedAt?: string | null | undefined;
  createdAt?: string | null | undefined;
}

/** A visit is submitted once submittedAt is set (spec §4). */
export function isSubmitted(visit: Pick<VisitTimes, 'submittedAt'>): boolean {
  return Boolean(visit.submittedAt);
}

/** Start visit needs both a rep and a location (spec §5). */
export function validateStartVisit(rep: string, location: string): string | null {
  return rep && location ? null : messages.pickRepAndLocation;
}

/** Whether every box of the location has at least one delivery of this visit (spec §4). */
export function canComplete(boxIds: readonly string[], refilledBoxIds: ReadonlySet<string>): boolean {
  return boxIds.every((id) => refilledBoxIds.has(id));
}

/** What stands in the way of this submit, or `null` (spec §5). */
export function validateSubmit(outcome: Outcome | null, everyBoxRefilled: boolean): string | null {
  if (!isOutcome(outcome)) return messages.selectOutcome;
  return outcome === 'completed' && !everyBoxRefilled ? messages.refillAllBoxes : null;
}

/** What the server said to a submit, in the words of spec §5. `serverText` is empty when it gave none. */
export function submitErrorMessage(serverText: string): string {
  const text = serverText.toLowerCase();
  if (text.includes('outcome')) return messages.selectOutcome;
  if (text.includes('lines') || text.includes('boxes')) return messages.refillOneBox;
  return serverText || messages.submitFailed;
}

/**
 * The instant a visit is sorted by, in ms: the newest of submittedAt, startedAt and createdAt (spec §7); 0 for none.
 */
function newestInstantMs(visit: VisitTimes): number {
  const instants = [visit.submittedAt, visit.startedAt, visit.createdAt].map((iso) => Date.parse(iso ?? '') || 0);
  return Math.max(...instants);
}

/** Visits newest first (spec §7). The list given is left as it is. */
export function newestFirst<V extends VisitTimes>(visits: readonly V[]): V[] {
  return [...visits].sort((a, b) => newestInstantMs(b) - newestInstantMs(a));
}

/** Why a visit can't be shown (spec §8). `status` is the HTTP status, `null` without a response. */
export function visitLoadMessage(status: number | null): string {
  return status === 404 ? messages.visitNotFound : messages.visitFailed;
}
