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

/**
 * The instant a visit is sorted by, in ms: the newest of submittedAt, startedAt and createdAt (spec §7); 0 for none.
 */
export function newestInstantMs(visit: VisitTimes): number {
  const instants = [visit.submittedAt, visit.startedAt, visit.createdAt].map((iso) => Date.parse(iso ?? '') || 0);
  return Math.max(...instants);
}

/** Visits newest first (spec §7). The list given is left as it is. */
export function newestFirst<V extends VisitTimes>(visits: readonly V[]): V[] {
  return [...visits].sort((a, b) => newestInstantMs(b) - newestInstantMs(a));
}
