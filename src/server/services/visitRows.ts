import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Visit } from '../../contract/visits';
import { shortNote } from '../../domain/noteRules';
import type { Database } from '../db/database';
import { boxes, deliveries, locations, users, visits } from '../db/schema';
import { problem } from '../http/problems';
import { jsonBytes, LIST_BYTES } from './listBytes';
import { locationColumns, toLocation } from './toLocation';
import { listedNote } from './visitNotes';

export type VisitRow = typeof visits.$inferSelect;

/** The instant a visit is sorted by (spec §7), as the index of the visits has it. */
const newestInstant = sql`greatest(${visits.submittedAt}, ${visits.startedAt}, ${visits.createdAt})`;

const newestVisitFirst = [desc(newestInstant), desc(visits.id)];

/** The bytes of a visit in JSON with ordinary names, without its note. */
const VISIT_BYTES = 800;

const instantOf = (date: Date | null) => (date === null ? null : date.toISOString());

/** Visits in the shape of the contract, newest first, with the given expression as note. */
async function selectVisits(db: Database, where: SQL, note: SQL<string>): Promise<Visit[]> {
  const rows = await db
    .select({ visit: { ...getTableColumns(visits), note }, repName: users.name, location: locationColumns })
    .from(visits)
    .innerJoin(users, eq(users.id, visits.repId))
    .innerJoin(locations, eq(locations.id, visits.locationId))
    .where(where)
    .orderBy(...newestVisitFirst);
  return rows.map(({ visit, repName, location }) => ({
    _id: visit.id,
    rep: { _id: visit.repId, name: repName },
    repName,
    location: toLocation(location),
    outcome: visit.outcome,
    note: visit.note,
    startedAt: visit.startedAt.toISOString(),
    submittedAt: instantOf(visit.submittedAt),
    createdAt: visit.createdAt.toISOString(),
    version: visit.version,
  }));
}

/** The ids of the newest visits of a condition: up to `limit`, and fewer where a list of them exceeds `LIST_BYTES`. */
function newestIds(db: Database, where: SQL | undefined, limit: number) {
  const newest = db
    .select({ id: visits.id, at: newestInstant.as('at') })
    .from(visits)
    .where(where)
    .orderBy(...newestVisitFirst)
    .limit(limit)
    .as('newest');
  const bytes = sql`${VISIT_BYTES} + ${jsonBytes(listedNote)}`;
  const soFar = sql`sum(${bytes}) over (order by ${newest.at} desc, ${newest.id} desc)`.as('so_far');
  // Only the notes of these visits are read.
  const sized = db
    .select({ id: newest.id, soFar })
    .from(newest)
    .innerJoin(visits, eq(visits.id, newest.id))
    .as('sized');
  return db.select({ id: sized.id }).from(sized).where(lte(sized.soFar, LIST_BYTES));
}

/** The newest visits, optionally of one location and of one rep. */
export async function listVisits(
  db: Database,
  { location, rep }: { location: string | null; rep: string | null },
  limit: number,
): Promise<Visit[]> {
  const ofLocation = location === null ? undefined : eq(visits.locationId, location);
  const ofRep = rep === null ? undefined : eq(visits.repId, rep);
  const ids = newestIds(db, and(ofLocation, ofRep), limit);
  const listed = await selectVisits(db, inArray(visits.id, ids), listedNote);
  return listed.map((visit) => ({ ...visit, note: shortNote(visit.note) }));
}

export async function getVisit(db: Database, id: string): Promise<Visit> {
  const [visit] = await selectVisits(db, eq(visits.id, id), sql`${visits.note}`);
  if (!visit) throw problem.notFound('Visit not found');
  return visit;
}

/**
 * The visit's row, locked until the transaction ends, so that submits, edits and deliveries of a visit run one by one.
 */
export async function lockVisit(tx: Database, id: string): Promise<VisitRow> {
  const [row] = await tx.select().from(visits).where(eq(visits.id, id)).for('update');
  if (!row) throw problem.notFound('Visit not found', { reason: 'visitMissing' });
  return row;
}

/** The active boxes of a location in their order, and the boxes that this visit has delivered to. */
export async function refillOf(db: Database, visit: VisitRow): Promise<{ boxIds: string[]; refilled: Set<string> }> {
  const active = await db
    .select({ id: boxes.id })
    .from(boxes)
    .where(and(eq(boxes.locationId, visit.locationId), isNull(boxes.deactivatedAt)))
    .orderBy(asc(boxes.position));
  const delivered = await db
    .selectDistinct({ boxId: deliveries.boxId })
    .from(deliveries)
    .where(eq(deliveries.visitId, visit.id));
  return { boxIds: active.map((box) => box.id), refilled: new Set(delivered.map((delivery) => delivery.boxId)) };
}
