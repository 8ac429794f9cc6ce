import { eq } from 'drizzle-orm';
import type { Outcome } from '../../domain/outcomes';
import { canComplete, isSubmitted } from '../../domain/visitRules';
import type { Database } from '../db/database';
import { visits } from '../db/schema';
import { problem } from '../problems';
import { keepVisit } from '../rollups/keepRollups';
import type { SessionUser } from '../route';
import { assertMayChange } from './ownership';
import { lockVisit, refillOf, type VisitRow } from './visitRows';
import { writeAudit } from './writeAudit';

/** Said by whatever a submitted visit no longer takes. */
export const ALREADY_SUBMITTED = 'This visit was already submitted.';

/** Free of the words by which the client would take it for another refusal (spec §5, `submitErrorMessage`). */
const NOT_ALL_REFILLED =
  'Not everything at this location has been refilled yet, so the visit cannot be submitted as completed.';

/** Who asks for the change, which visit, and when the server heard of it. */
export interface VisitChange {
  id: string;
  user: SessionUser;
  now: Date;
}

/** Completed is chosen only when every box is refilled (spec §4). */
async function assertOutcomeFits(tx: Database, visit: VisitRow, outcome: Outcome): Promise<void> {
  if (outcome !== 'completed') return;
  const { boxIds, refilled } = await refillOf(tx, visit);
  if (!canComplete(boxIds, refilled)) throw problem.conflict(NOT_ALL_REFILLED);
}

/** Whether a visit's submittedAt stands, in the words of the shared rule. */
export function isSubmittedRow(visit: Pick<VisitRow, 'submittedAt'>): boolean {
  return isSubmitted({ submittedAt: visit.submittedAt?.toISOString() });
}

/** Submits a visit once, at the time of capture, with the outcome and, when given, the note (spec §4). */
export async function submitVisit(
  tx: Database,
  { id, user, capturedAt, now }: VisitChange & { capturedAt: Date },
  { outcome, note }: { outcome: Outcome; note: string | undefined },
): Promise<void> {
  const visit = await lockVisit(tx, id);
  assertMayChange(user, visit.repId);
  if (isSubmittedRow(visit)) throw problem.conflict(ALREADY_SUBMITTED);
  await assertOutcomeFits(tx, visit, outcome);
  // The clock of the device may have gone back since the start.
  const submittedAt = capturedAt < visit.startedAt ? visit.startedAt : capturedAt;
  await tx
    .update(visits)
    .set({ outcome, submittedAt, submitReceivedAt: now, ...(note !== undefined && { note }) })
    .where(eq(visits.id, id));
  await keepVisit(tx, { ...visit, submittedAt }, null, outcome);
}

/** Changes outcome, note or both, before the submit or after it; after it the edit leaves a trace. */
export async function updateVisit(
  tx: Database,
  { id, user, now }: VisitChange,
  change: { outcome?: Outcome | undefined; note?: string | undefined },
): Promise<void> {
  const visit = await lockVisit(tx, id);
  assertMayChange(user, visit.repId);
  // What was chosen earlier is not chosen again: the location may have had a new box since.
  if (change.outcome !== undefined && change.outcome !== visit.outcome) {
    await assertOutcomeFits(tx, visit, change.outcome);
  }
  const before = { outcome: visit.outcome, note: visit.note };
  const after = { outcome: change.outcome ?? visit.outcome, note: change.note ?? visit.note };
  if (after.outcome === before.outcome && after.note === before.note) return;
  await tx.update(visits).set(after).where(eq(visits.id, id));
  if (visit.submittedAt === null) return;
  if (after.outcome !== null)
    await keepVisit(tx, { ...visit, submittedAt: visit.submittedAt }, before.outcome, after.outcome);
  await writeAudit(tx, { userId: user._id, at: now, action: 'update', entity: 'visit', entityId: id, before, after });
}
