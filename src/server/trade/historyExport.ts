import { asc, count, countDistinct, desc, eq, gt, inArray, lt, lte, or, type SQL, sql, and } from 'drizzle-orm';
import { plainCents } from '../../domain/money';
import type { Database } from '../db/database';
import { deliveries, locations, users, visits } from '../db/schema';
import { EXPORT_PAGE_ROWS, type ExportRows } from './exportStream';
import { datedVisitsWhere, type TradeFilter, visitDate } from './tradeFilter';
import type { VisitRow } from './visitRows';

/** Visits that come after the given one, the latest first. */
function behind(last: VisitRow | null): SQL | undefined {
  if (last === null) return undefined;
  const at = sql.param(last.submittedAt ?? last.startedAt, visits.startedAt);
  return and(lte(visitDate, at), or(lt(visitDate, at), gt(visits.id, last.id)));
}

/** What was delivered on each of these visits; a visit without a delivery is not in the map. */
async function deliveredOn(db: Database, visitIds: string[]) {
  const rows = await db
    .select({
      visitId: deliveries.visitId,
      boxes: countDistinct(deliveries.boxId).mapWith(Number),
      deliveries: count(),
      cents: sql`sum(${deliveries.totalCents})`.mapWith(Number),
    })
    .from(deliveries)
    .where(inArray(deliveries.visitId, visitIds))
    .groupBy(deliveries.visitId);
  return new Map(rows.map((row) => [row.visitId, row]));
}

/** The visits of the filter's location, the latest first, open ones included. */
export async function* locationHistoryRows(db: Database, filter: TradeFilter): ExportRows {
  let last: VisitRow | null = null;
  do {
    const page: { visit: VisitRow; rep: string; location: string }[] = await db
      .select({ visit: visits, rep: users.name, location: locations.name })
      .from(visits)
      .innerJoin(users, eq(users.id, visits.repId))
      .innerJoin(locations, eq(locations.id, visits.locationId))
      .where(datedVisitsWhere(filter, behind(last)))
      .orderBy(desc(visitDate), asc(visits.id))
      .limit(EXPORT_PAGE_ROWS);
    const delivered = await deliveredOn(
      db,
      page.map(({ visit }) => visit.id),
    );
    yield page.map(({ visit, rep, location }) => {
      const { boxes = 0, deliveries: made = 0, cents = 0 } = delivered.get(visit.id) ?? {};
      const started = visit.startedAt.toISOString();
      const submitted = visit.submittedAt?.toISOString();
      const times = [started, submitted];
      return [
        submitted ?? started,
        location,
        visit.id,
        rep,
        ...times,
        visit.outcome,
        visit.note,
        boxes,
        made,
        plainCents(cents),
      ];
    });
    last = page.length === EXPORT_PAGE_ROWS ? (page.at(-1)?.visit ?? null) : null;
  } while (last !== null);
}
