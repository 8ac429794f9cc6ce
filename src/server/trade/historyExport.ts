import { asc, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm';
import { plainCents } from '../../domain/money';
import type { Database } from '../db/database';
import { deliveries, locations, users, visits } from '../db/schema';
import { behind, fitsPage, inPages } from './exportPages';
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

/** The visits of the filter that come after the given one, the latest first; `null` when they don't fit a page. */
async function readPage(
  db: Database,
  filter: TradeFilter,
  last: NamedVisit | null,
  limit: number,
): Promise<NamedVisit[] | null> {
  const lastRead = last && { at: dateOf(last.visit), id: last.visit.id };
  const cut = db
    .select({
      visit: visits,
      rep: sql<string>`${users.name}`.as('rep'),
      location: sql<string>`${locations.name}`.as('location'),
    })
    .from(visits)
    .innerJoin(users, eq(users.id, visits.repId))
    .innerJoin(locations, eq(locations.id, visits.locationId))
    .where(datedVisitsWhere(filter, behind({ at: visitDate, id: visits.id }, lastRead)))
    .orderBy(desc(visitDate), asc(visits.id))
    .limit(limit)
    .as('cut');
  const { visit, rep, location } = cut;
  const fits = fitsPage(sql`sum(octet_length(${visit.note})) over ()`, limit);
  const page = await db
    .select({
      visit: { ...visit, note: sql<string>`case when ${fits} then ${visit.note} else '' end` },
      rep,
      location,
      fits: sql<boolean>`${fits}`,
    })
    .from(cut)
    .orderBy(desc(sql`coalesce(${visit.submittedAt}, ${visit.startedAt})`), asc(visit.id));
  return page.some((row) => !row.fits) ? null : page;
}

/** The visits of the filter's location, the latest first, open ones included. */
export async function* locationHistoryRows(db: Database, filter: TradeFilter): ExportRows {
  for await (const page of inPages<NamedVisit>((last, limit) => readPage(db, filter, last, limit))) {
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
