import { type SQL, sql } from 'drizzle-orm';
import type { CsvColumn } from '../../domain/csv';
import { type Address, formatAddress } from '../../domain/locationRules';
import { plainCents } from '../../domain/money';
import { fromHundredths } from '../../domain/quantity';
import type { Database } from '../db/database';
import { deliveries } from '../db/schema';
import { afterRow, fitsPage, paginate } from './exportPages';
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

/** The values that the query selects for a delivery. */
interface SelectedDelivery extends Address {
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

/** The expression of each value, with the aliases of the query in `readPage`. */
const SELECTED: Record<keyof SelectedDelivery, SQL> = {
  id: sql`d.id`,
  deliveredAt: sql`d.delivered_at`,
  rep: sql`u.name`,
  location: sql`l.name`,
  street: sql`l.street`,
  city: sql`l.city`,
  state: sql`l.state`,
  zip: sql`l.zip`,
  boxLabel: sql`b.label`,
  boxSize: sql`b.size`,
  visitId: sql`d.visit_id`,
  totalCents: sql`d.total_cents`,
  lines: sql`e.lines`,
};
const selectList = sql.join(
  Object.entries(SELECTED).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
  sql`, `,
);

/** A delivery as the files show it; outside a visit outcome and note are `null`. */
interface ExportedDelivery extends SelectedDelivery, ExportedVisit {
  /** ISO, in UTC. */
  date: string;
  address: string;
}

/** The result of the query. Visits are separate, so that a note is read once however many deliveries its visit has. */
interface Page extends Record<string, unknown> {
  deliveries: SelectedDelivery[] | null;
  visits: Record<string, ExportedVisit> | null;
  fits: boolean;
}

const NO_VISIT: ExportedVisit = { outcome: null, note: null };

/**
 * Deliveries with their lines, newest first, as one JSON text: a long file has millions of cells, and reading each of
 * them through the driver takes several times as long as the query. Lines, boxes and locations are selected by the ids
 * of the page: a join with the page itself would read the whole table for every page.
 */
async function readPage(db: Database, where: SQL | undefined, limit: number): Promise<ExportedDelivery[] | null> {
  const fits = fitsPage(sql`(select bytes from size)`, limit);
  const { rows } = await db.execute<Page>(sql`
    with page as materialized (
      select * from deliveries where ${where ?? sql`true`} order by delivered_at desc, id limit ${limit}
    ), page_lines as materialized (
      select x.delivery_id, json_agg(json_build_array(i.sku, i.name, x.packaging, x.quantity_hundredths,
        x.unit_price_cents, x.line_total_cents) order by x.position) as lines
      from delivery_lines x join items i on i.id = x.item_id
      where x.delivery_id = any(array(select id from page))
      group by x.delivery_id
    ), page_boxes as materialized (
      select * from boxes where id = any(array(select box_id from page))
    ), page_locations as materialized (
      select * from locations where id = any(array(select location_id from page))
    ), page_visits as (
      select id, outcome, note from visits where id in (select visit_id from page)
    ), size as materialized (
      select (select coalesce(sum(pg_column_size(lines)), 0) from page_lines)
        + (select coalesce(sum(octet_length(note)), 0) from page_visits) as bytes
    ), exported as (
      select ${selectList}
      from page d join users u on u.id = d.rep_id join page_locations l on l.id = d.location_id
        join page_boxes b on b.id = d.box_id left join page_lines e on e.delivery_id = d.id
      where ${fits}
    )
    select json_agg(exported order by "deliveredAt" desc, id) as deliveries, ${fits} as fits,
      (select json_object_agg(id, json_build_object('outcome', outcome, 'note', note)) from page_visits where ${fits})
        as visits
    from exported`);
  const [page] = rows;
  if (!page?.fits) return null;
  const { deliveries: found, visits } = page;
  const exported = (delivery: SelectedDelivery): ExportedDelivery =>
    Object.assign(delivery, visits?.[delivery.visitId ?? ''] ?? NO_VISIT, {
      date: new Date(delivery.deliveredAt).toISOString(),
      address: formatAddress(delivery),
    });
  return found?.map(exported) ?? [];
}

/** The deliveries of the filter, newest first, page by page. */
export function exportedDeliveries(db: Database, filter: ParsedSalesFilter): AsyncGenerator<ExportedDelivery[]> {
  const { deliveredAt: at, id } = deliveries;
  return paginate<ExportedDelivery>((last, limit) => {
    const lastRead = last && { at: new Date(last.deliveredAt), id: last.id };
    return readPage(db, deliveriesWhere(filter, afterRow({ at, id }, lastRead)), limit);
  });
}

/** The columns that both files begin with: when, where, whose and into which box. */
const COMMON_COLUMNS: readonly CsvColumn<ExportedDelivery>[] = [
  { header: 'Date', cell: ({ date }) => date },
  { header: 'Location', cell: ({ location }) => location },
  { header: 'Address', cell: ({ address }) => address },
  { header: 'Rep', cell: ({ rep }) => rep },
  { header: 'VisitId', cell: ({ visitId }) => visitId },
  { header: 'DeliveryId', cell: ({ id }) => id },
  { header: 'BoxLabel', cell: ({ boxLabel }) => boxLabel },
  { header: 'BoxSize', cell: ({ boxSize }) => boxSize },
];

const VISIT_COLUMNS: readonly CsvColumn<ExportedDelivery>[] = [
  { header: 'Outcome', cell: ({ outcome }) => outcome },
  { header: 'Note', cell: ({ note }) => note },
];

/** The file with one row per delivery. */
export const DELIVERY_COLUMNS: readonly CsvColumn<ExportedDelivery>[] = [
  ...COMMON_COLUMNS,
  { header: 'Lines', cell: ({ lines }) => lines?.length ?? 0 },
  { header: 'DeliveryTotal', cell: ({ totalCents }) => plainCents(totalCents) },
  ...VISIT_COLUMNS,
];

interface LineRow {
  delivery: ExportedDelivery;
  /** `null` for a delivery without lines. */
  line: ExportedLine | null;
}

const ofDelivery = ({ header, cell }: CsvColumn<ExportedDelivery>): CsvColumn<LineRow> => ({
  header,
  cell: ({ delivery }) => cell(delivery),
});

/** The file with one row per line. */
export const DELIVERY_LINE_COLUMNS: readonly CsvColumn<LineRow>[] = [
  ...COMMON_COLUMNS.map(ofDelivery),
  { header: 'SKU', cell: ({ line }) => line?.[0] },
  { header: 'ItemName', cell: ({ line }) => line?.[1] },
  { header: 'Packaging', cell: ({ line }) => line?.[2] },
  { header: 'Qty', cell: ({ line }) => line && fromHundredths(line[3]) },
  { header: 'UnitPrice', cell: ({ line }) => line && plainCents(line[4]) },
  { header: 'LineTotal', cell: ({ line }) => line && plainCents(line[5]) },
  ...VISIT_COLUMNS.map(ofDelivery),
];

function* lineRows(page: readonly ExportedDelivery[]): Generator<LineRow> {
  for (const delivery of page) {
    for (const line of delivery.lines ?? [null]) yield { delivery, line };
  }
}

/** One row per line; a delivery without lines has one row with the columns of the line empty. */
export async function* deliveryLineRows(db: Database, filter: ParsedSalesFilter): ExportRows<LineRow> {
  for await (const page of exportedDeliveries(db, filter)) yield lineRows(page);
}
