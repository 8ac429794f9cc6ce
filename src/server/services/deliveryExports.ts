import { type SQL, sql } from 'drizzle-orm';
import type { CsvCell } from '../../domain/csv';
import { type Address, formatAddress } from '../../domain/locationRules';
import { plainCents } from '../../domain/money';
import { fromHundredths } from '../../domain/quantity';
import type { Database } from '../db/database';
import { deliveries } from '../db/schema';
import { behind, fitsPage, inPages } from './exportPages';
import type { ExportRows } from './exportStream';
import { deliveriesWhere, type ParsedSalesFilter } from './salesFilter';

/** A line of a file, as an array because lines are the most frequent. Quantity in hundredths, amounts in cents. */
type ExportedLine = [
  sku: string,
  itemName: string,
  packaging: string,
  quantityHundredths: number,
  unitPriceCents: number,
  lineTotalCents: number,
];

interface ExportedVisit {
  outcome: string | null;
  note: string | null;
}

/** A delivery as the files show it; outside a visit outcome and note are `null`. */
interface ExportedDelivery extends Address, ExportedVisit {
  id: string;
  /** ISO, with the UTC offset of the database's session. */
  deliveredAt: string;
  rep: string;
  location: string;
  boxLabel: string;
  boxSize: string;
  /** `null` outside a visit. */
  visitId: string | null;
  totalCents: number;
  /** In the order entered; `null` when there are none. */
  lines: ExportedLine[] | null;
}

/** The result of the query. Visits are separate, so that a note is read once however many deliveries its visit has. */
interface Page extends Record<string, unknown> {
  deliveries: Omit<ExportedDelivery, keyof ExportedVisit>[] | null;
  visits: Record<string, ExportedVisit> | null;
  fits: boolean;
}

const NO_VISIT: ExportedVisit = { outcome: null, note: null };

/**
 * Deliveries with their lines, newest first, as one JSON text: a long file has millions of cells, and reading each of
 * them through the driver takes several times as long as the query. The lines are selected by the ids of the page; a
 * join with the page itself would read all lines of the table for every page.
 */
async function readPage(db: Database, where: SQL | undefined, limit: number): Promise<ExportedDelivery[] | null> {
  const fits = fitsPage(sql`(select bytes from size)`, limit);
  const { rows } = await db.execute<Page>(sql`
    with cut as materialized (
      select * from deliveries where ${where ?? sql`true`} order by delivered_at desc, id limit ${limit}
    ), entered as materialized (
      select x.delivery_id, json_agg(json_build_array(i.sku, i.name, x.packaging, x.quantity_hundredths,
        x.unit_price_cents, x.line_total_cents) order by x.position) as lines
      from delivery_lines x join items i on i.id = x.item_id
      where x.delivery_id = any(array(select id from cut))
      group by x.delivery_id
    ), visited as (
      select id, outcome, note from visits where id in (select visit_id from cut)
    ), size as materialized (
      select (select coalesce(sum(pg_column_size(lines)), 0) from entered)
        + (select coalesce(sum(octet_length(note)), 0) from visited) as bytes
    ), told as (
      select d.id, d.delivered_at as "deliveredAt", u.name as rep, l.name as location, l.street, l.city, l.state, l.zip,
        b.label as "boxLabel", b.size as "boxSize", d.visit_id as "visitId", d.total_cents as "totalCents", e.lines
      from cut d join users u on u.id = d.rep_id join locations l on l.id = d.location_id
        join boxes b on b.id = d.box_id left join entered e on e.delivery_id = d.id
      where ${fits}
    )
    select json_agg(told order by "deliveredAt" desc, id) as deliveries, ${fits} as fits,
      (select json_object_agg(id, json_build_object('outcome', outcome, 'note', note)) from visited where ${fits})
        as visits
    from told`);
  const [page] = rows;
  if (!page?.fits) return null;
  const { deliveries: found, visits } = page;
  return found?.map((delivery) => Object.assign(delivery, visits?.[delivery.visitId ?? ''] ?? NO_VISIT)) ?? [];
}

/** The deliveries of the filter, newest first, page by page. */
function exportedDeliveries(db: Database, filter: ParsedSalesFilter): AsyncGenerator<ExportedDelivery[]> {
  const { deliveredAt: at, id } = deliveries;
  return inPages<ExportedDelivery>((last, limit) => {
    const lastRead = last && { at: new Date(last.deliveredAt), id: last.id };
    return readPage(db, deliveriesWhere(filter, behind({ at, id }, lastRead)), limit);
  });
}

const NO_LINE: CsvCell[] = ['', '', '', '', '', ''];

function placeCells(delivery: ExportedDelivery): CsvCell[] {
  const { deliveredAt, location, rep, visitId, id, boxLabel, boxSize } = delivery;
  return [new Date(deliveredAt).toISOString(), location, formatAddress(delivery), rep, visitId, id, boxLabel, boxSize];
}

function lineCells([sku, itemName, packaging, quantityHundredths, unitCents, totalCents]: ExportedLine): CsvCell[] {
  return [sku, itemName, packaging, fromHundredths(quantityHundredths), plainCents(unitCents), plainCents(totalCents)];
}

function* rowPerLine(page: readonly ExportedDelivery[]): Generator<CsvCell[]> {
  for (const delivery of page) {
    const place = placeCells(delivery);
    const { lines, outcome, note } = delivery;
    for (const line of lines?.map(lineCells) ?? [NO_LINE]) yield [...place, ...line, outcome, note];
  }
}

function rowOfDelivery(delivery: ExportedDelivery): CsvCell[] {
  const { lines, totalCents, outcome, note } = delivery;
  return [...placeCells(delivery), lines?.length ?? 0, plainCents(totalCents), outcome, note];
}

/** One row per line; a delivery without lines has one row with the columns of the line empty. */
export async function* deliveryLineRows(db: Database, filter: ParsedSalesFilter): ExportRows {
  for await (const page of exportedDeliveries(db, filter)) yield rowPerLine(page);
}

/** One row per delivery. */
export async function* deliveryRows(db: Database, filter: ParsedSalesFilter): ExportRows {
  for await (const page of exportedDeliveries(db, filter)) yield page.map(rowOfDelivery);
}
