import { asc, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm';
import { plainCents } from '../../domain/money';
import type { Database } from '../db/database';
import { deliveries, locations, users, visits } from '../db/schema';
import { behind, EXPORT_PAGE_ROWS, inPages } from './exportPages';
import type { ExportRows } from './exportStream';
import { datedVisitsWhere, type TradeFilter, visitDate } from './tradeFilter';
import type { VisitRow } from './visitRows';

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

/** A visit with what the file calls its rep and its location. */
interface NamedVisit {
  visit: VisitRow;
  rep: string;
  location: string;
}

/** The instant that the file dates a visit by. */
const dateOf = ({ submittedAt, startedAt }: VisitRow): Date => submittedAt ?? startedAt;

/** The visits of the filter that come after the given one, the latest first. */
function readPage(db: Database, filter: TradeFilter, last: NamedVisit | null): Promise<NamedVisit[]> {
  const lastRead = last && { at: dateOf(last.visit), id: last.visit.id };
  return db
    .select({ visit: visits, rep: users.name, location: locations.name })
    .from(visits)
    .innerJoin(users, eq(users.id, visits.repId))
    .innerJoin(locations, eq(locations.id, visits.locationId))
    .where(datedVisitsWhere(filter, behind({ at: visitDate, id: visits.id }, lastRead)))
    .orderBy(desc(visitDate), asc(visits.id))
    .limit(EXPORT_PAGE_ROWS);
}

/** The visits of the filter's location, the latest first, open ones included. */
export async function* locationHistoryRows(db: Database, filter: TradeFilter): ExportRows {
  for await (const page of inPages<NamedVisit>((last) => readPage(db, filter, last))) {
    const visitIds = page.map(({ visit }) => visit.id);
    const delivered = await deliveredOn(db, visitIds);
    yield page.map(({ visit, rep, location }) => {
      const { boxes = 0, deliveries: made = 0, cents = 0 } = delivered.get(visit.id) ?? {};
      const date = dateOf(visit).toISOString();
      const times = [visit.startedAt.toISOString(), visit.submittedAt?.toISOString()];
      return [date, location, visit.id, rep, ...times, visit.outcome, visit.note, boxes, made, plainCents(cents)];
    });
  }
}
