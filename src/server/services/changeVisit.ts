import { eq } from 'drizzle-orm';
import type { Outcome } from '../../domain/outcomes';
import { canComplete } from '../../domain/visitFormRules';
import { isSubmitted } from '../../domain/visitRules';
import type { Database } from '../db/database';
import { visits } from '../db/schema';
import { problem } from '../http/problems';
import { addVisitToRollups } from '../rollups/updateRollups';
import { assertVersion } from '../http/ifMatch';
import type { SessionUser } from '../http/route';
import { assertMayChange } from './ownership';
import { getVisit, lockVisit, refillOf, type VisitRow } from './visitRows';
import { writeAudit } from './audit';

/** The refusal of a submit or a delivery to a submitted visit. */
export const alreadySubmitted = () =>
  problem.conflict('This visit was already submitted.', { reason: 'visitSubmitted' });

/**
 * Avoids the words `outcome`, `lines` and `boxes`, by which the client recognises other refusals (spec §5,
 * `submitErrorMessage`).
 */
const NOT_ALL_REFILLED =
  'Not everything at this location has been refilled yet, so the visit cannot be submitted as completed.';

/** A change of a visit. `now` is when the server received it. */
export interface VisitChange {
  id: string;
  user: SessionUser;
  now: Date;
  /** The version that was changed; `null`: any. */
  ifMatch: number | null;
}

/** Locks and returns the visit's row. Refuses with 403 a user who may not change it, with 412 another version. */
async function lockForChange(tx: Database, { id, user, ifMatch }: VisitChange): Promise<VisitRow> {
  const visit = await lockVisit(tx, id);
  assertMayChange(user, visit.repId);
  await assertVersion(tx, visit, ifMatch, () => getVisit(tx, id));
  return visit;
}

/** Refuses the outcome "completed" unless every box is refilled (spec §4). */
async function assertOutcomeFits(tx: Database, visit: VisitRow, outcome: Outcome): Promise<void> {
  if (outcome !== 'completed') return;
  const { boxIds, refilled } = await refillOf(tx, visit);
  if (!canComplete(boxIds, refilled)) throw problem.conflict(NOT_ALL_REFILLED);
}

/** Whether the visit is submitted, by the rule of `domain`. */
export function isSubmittedRow(visit: Pick<VisitRow, 'submittedAt'>): boolean {
  return isSubmitted({ submittedAt: visit.submittedAt?.toISOString() });
}

/** Submits a visit once, at the time of capture, with the outcome and, when given, the note (spec §4). */
export async function submitVisit(
  tx: Database,
  change: VisitChange & { capturedAt: Date },
  { outcome, note }: { outcome: Outcome; note: string | undefined },
): Promise<void> {
  const { id, user, capturedAt, now } = change;
  const visit = await lockForChange(tx, change);
  if (isSubmittedRow(visit)) throw alreadySubmitted();
  await assertOutcomeFits(tx, visit, outcome);
  // The device clock may have been set back since the start.
  const submittedAt = capturedAt < visit.startedAt ? visit.startedAt : capturedAt;
  await tx
    .update(visits)
    .set({
      outcome,
      submittedAt,
      submitReceivedAt: now,
      ...(note !== undefined && { note }),
      version: visit.version + 1,
      changedBy: user._id,
    })
    .where(eq(visits.id, id));
  await addVisitToRollups(tx, { ...visit, submittedAt }, null, outcome);
}

/**
 * Changes outcome, note or both, before the submit or after it. An edit after it adds an audit entry. Equal values are
 * no change: no new version, no audit entry.
 */
export async function updateVisit(
  tx: Database,
  request: VisitChange,
  change: { outcome?: Outcome | undefined; note?: string | undefined },
): Promise<void> {
  const { id, user, now } = request;
  const visit = await lockForChange(tx, request);
  // An unchanged outcome is not checked again: the location may have got a new box since.
  if (change.outcome !== undefined && change.outcome !== visit.outcome) {
    await assertOutcomeFits(tx, visit, change.outcome);
  }
  const before = { outcome: visit.outcome, note: visit.note };
  const after = { outcome: change.outcome ?? visit.outcome, note: change.note ?? visit.note };
  if (after.outcome === before.outcome && after.note === before.note) return;
  const version = visit.version + 1;
  await tx
    .update(visits)
    .set({ ...after, version, changedBy: user._id })
    .where(eq(visits.id, id));
  if (visit.submittedAt === null) return;
  if (after.outcome !== null)
    await addVisitToRollups(tx, { ...visit, submittedAt: visit.submittedAt }, before.outcome, after.outcome);
  await writeAudit(tx, { userId: user._id, at: now, action: 'update', entity: 'visit', entityId: id, before, after });
}
