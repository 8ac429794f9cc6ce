import { asc, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm';
import type { CsvColumn } from '../../domain/csv';
import { plainCents } from '../../domain/money';
import type { Database } from '../db/database';
import { deliveries, locations, users, visits } from '../db/schema';
import { afterRow, fitsPage, paginate } from './exportPages';
import type { ExportRows } from './exportStream';
import { datedVisitsWhere, type ParsedSalesFilter, visitDate } from './salesFilter';
import type { VisitRow } from './visitRows';

const NOTHING_DELIVERED = { boxes: 0, deliveries: 0, totalCents: 0 };

/** The deliveries of each of these visits; a visit without a delivery is not in the map. */
async function deliveredOn(db: Database, visitIds: string[]) {
  const rows = await db
    .select({
      visitId: deliveries.visitId,
      boxes: countDistinct(deliveries.boxId).mapWith(Number),
      deliveries: count(),
      totalCents: sql`sum(${deliveries.totalCents})`.mapWith(Number),
    })
    .from(deliveries)
    .where(inArray(deliveries.visitId, visitIds))
    .groupBy(deliveries.visitId);
  return new Map(rows.map(({ visitId, ...sums }) => [visitId, sums]));
}

/** A visit as the file shows it, without its deliveries. */
interface ExportedVisit extends Pick<VisitRow, 'id' | 'outcome' | 'startedAt' | 'submittedAt'> {
  rep: string;
  location: string;
  /** `null` if it was not read, because the page would be too large. */
  note: string | null;
}

/** The date of a visit in the file. */
const dateOf = ({ submittedAt, startedAt }: ExportedVisit): Date => submittedAt ?? startedAt;

/** The visits of the filter after the given one, newest first; `null` when they exceed the size of a page. */
async function readPage(
  db: Database,
  filter: ParsedSalesFilter,
  last: ExportedVisit | null,
  limit: number,
): Promise<ExportedVisit[] | null> {
  const { id, outcome, note, startedAt, submittedAt } = visits;
  const names = { rep: sql<string>`${users.name}`.as('rep'), location: sql<string>`${locations.name}`.as('location') };
  const cut = db
    .select({ visit: { id, outcome, note, startedAt, submittedAt, ...names }, at: sql`${visitDate}`.as('at') })
    .from(visits)
    .innerJoin(users, eq(users.id, visits.repId))
    .innerJoin(locations, eq(locations.id, visits.locationId))
    .where(datedVisitsWhere(filter, afterRow({ at: visitDate, id }, last && { at: dateOf(last), id: last.id })))
    .orderBy(desc(visitDate), asc(id))
    .limit(limit)
    .as('cut');
  const { visit, at } = cut;
  const fits = fitsPage(sql`sum(octet_length(${visit.note})) over ()`, limit);
  const page = await db
    .select({ ...visit, note: sql<string | null>`case when ${fits} then ${visit.note} end` })
    .from(cut)
    .orderBy(desc(at), asc(visit.id));
  return page.some((row) => row.note === null) ? null : page;
}

interface HistoryRow extends ExportedVisit {
  boxes: number;
  deliveries: number;
  totalCents: number;
}

export const HISTORY_COLUMNS: readonly CsvColumn<HistoryRow>[] = [
  { header: 'Date', cell: (visit) => dateOf(visit).toISOString() },
  { header: 'Location', cell: ({ location }) => location },
  { header: 'VisitId', cell: ({ id }) => id },
  { header: 'Rep', cell: ({ rep }) => rep },
  { header: 'Started', cell: ({ startedAt }) => startedAt.toISOString() },
  { header: 'Submitted', cell: ({ submittedAt }) => submittedAt?.toISOString() },
  { header: 'Outcome', cell: ({ outcome }) => outcome },
  { header: 'Note', cell: ({ note }) => note },
  { header: 'Boxes', cell: ({ boxes }) => boxes },
  { header: 'Deliveries', cell: ({ deliveries: made }) => made },
  { header: 'Total', cell: ({ totalCents }) => plainCents(totalCents) },
];

/** The visits of the filter's location, newest first, open ones included. */
export async function* locationHistoryRows(db: Database, filter: ParsedSalesFilter): ExportRows<HistoryRow> {
  for await (const page of paginate<ExportedVisit>((last, limit) => readPage(db, filter, last, limit))) {
    const visitIds = page.map((visit) => visit.id);
    const delivered = await deliveredOn(db, visitIds);
    yield page.map((visit) => ({ ...visit, ...(delivered.get(visit.id) ?? NOTHING_DELIVERED) }));
  }
}
