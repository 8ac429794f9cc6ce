import { eq } from 'drizzle-orm';
import type { Outcome } from '../../domain/outcomes';
import { canComplete } from '../../domain/submitRules';
import { isSubmitted } from '../../domain/visitRules';
import type { Database } from '../db/database';
import { visits } from '../db/schema';
import { problem } from '../problems';
import { keepVisit } from '../rollups/keepRollups';
import { assertVersion } from '../ifMatch';
import type { SessionUser } from '../route';
import { assertMayChange } from './ownership';
import { getVisit, lockVisit, refillOf, type VisitRow } from './visitRows';
import { writeAudit } from './writeAudit';

/** Said by whatever a submitted visit no longer takes. */
export const ALREADY_SUBMITTED = 'This visit was already submitted.';

/** Free of the words by which the client would take it for another refusal (spec §5, `submitErrorMessage`). */
const NOT_ALL_REFILLED =
  'Not everything at this location has been refilled yet, so the visit cannot be submitted as completed.';

/** Who asks for the change, which visit, over which version of it, and when the server heard of it. */
export interface VisitChange {
  id: string;
  user: SessionUser;
  now: Date;
  /** `null`: whatever version it has. */
  ifMatch: number | null;
}

/** The visit's row, locked, if the user may change it and it has the version that the change was made over. */
async function lockForChange(tx: Database, { id, user, ifMatch }: VisitChange): Promise<VisitRow> {
  const visit = await lockVisit(tx, id);
  assertMayChange(user, visit.repId);
  await assertVersion(tx, visit, ifMatch, () => getVisit(tx, id));
  return visit;
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
  change: VisitChange & { capturedAt: Date },
  { outcome, note }: { outcome: Outcome; note: string | undefined },
): Promise<void> {
  const { id, user, capturedAt, now } = change;
  const visit = await lockForChange(tx, change);
  if (isSubmittedRow(visit)) throw problem.conflict(ALREADY_SUBMITTED);
  await assertOutcomeFits(tx, visit, outcome);
  // The clock of the device may have gone back since the start.
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
  await keepVisit(tx, { ...visit, submittedAt }, null, outcome);
}

/**
 * Changes outcome, note or both, before the submit or after it; after it the edit leaves a trace. What is the same
 * already is no change: no new version, no trace.
 */
export async function updateVisit(
  tx: Database,
  request: VisitChange,
  change: { outcome?: Outcome | undefined; note?: string | undefined },
): Promise<void> {
  const { id, user, now } = request;
  const visit = await lockForChange(tx, request);
  // What was chosen earlier is not chosen again: the location may have had a new box since.
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
    await keepVisit(tx, { ...visit, submittedAt: visit.submittedAt }, before.outcome, after.outcome);
  await writeAudit(tx, { userId: user._id, at: now, action: 'update', entity: 'visit', entityId: id, before, after });
}
