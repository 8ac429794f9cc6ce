import { idInPath } from './entryHead';
import type { ResolveId } from './localIds';
import type { Dependable } from './types';

const VISIT_CHANGES = new Set(['submitVisit', 'updateVisit']);

function writtenResource(entry: Dependable, resolve: ResolveId): string | null {
  const visit = idInPath(entry.path, 'visits');
  if (visit) return `visit ${resolve(visit)}`;
  const delivery = idInPath(entry.path, 'deliveries');
  return delivery ? `delivery ${resolve(delivery)}` : null;
}

function sameVisit(a: Dependable, b: Dependable, resolve: ResolveId): boolean {
  return a.visitId !== null && b.visitId !== null && resolve(a.visitId) === resolve(b.visitId);
}

/**
 * Starting a visit continues the rep's open one there. So it waits for an earlier start at that place, and for
 * the submit of a visit there: gone ahead, it would continue the visit that was about to end. A submit whose
 * place the device does not know could be there.
 */
function wouldContinue(entry: Dependable, earlier: Dependable): boolean {
  if (entry.call !== 'startVisit') return false;
  if (earlier.call === 'startVisit') {
    return earlier.locationId === entry.locationId && earlier.about.rep === entry.about.rep;
  }
  const samePlace = earlier.locationId === null || earlier.locationId === entry.locationId;
  return earlier.call === 'submitVisit' && samePlace;
}

/** `dependsOn` for one entry against many: what is the same for all of them is found out once. */
function waitsFor(entry: Dependable, resolve: ResolveId): (earlier: Dependable) => boolean {
  const resource = writtenResource(entry, resolve);
  const isVisitChange = VISIT_CHANGES.has(entry.call);
  return (earlier) => {
    if (earlier.seq >= entry.seq || earlier.userId !== entry.userId) return false;
    if (earlier.creates !== null && entry.mentions.includes(earlier.creates)) return true;
    if (resource !== null && resource === writtenResource(earlier, resolve)) return true;
    if (isVisitChange && sameVisit(entry, earlier, resolve)) return true;
    return wouldContinue(entry, earlier);
  };
}

/**
 * Whether an entry must wait for one made earlier (invariant 16): it mentions what that one
 * creates, writes the same resource, or is a visit's submit or update and that one is of the same visit. Two
 * deliveries of one visit do not wait for each other.
 */
export function dependsOn(entry: Dependable, earlier: Dependable, resolve: ResolveId): boolean {
  return waitsFor(entry, resolve)(earlier);
}

/** The first of the entries given that this one waits for, or `null`. */
export function firstBefore<E extends Dependable>(
  entry: Dependable,
  others: Iterable<E>,
  resolve: ResolveId,
): E | null {
  const isAhead = waitsFor(entry, resolve);
  for (const other of others) if (isAhead(other)) return other;
  return null;
}
