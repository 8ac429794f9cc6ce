import { type SQL, sql } from 'drizzle-orm';
import type { Address } from '../../domain/locationRules';
import type { Database } from '../db/database';
import { deliveries } from '../db/schema';
import { behind, EXPORT_PAGE_ROWS, inPages } from './exportPages';
import { deliveriesWhere, type TradeFilter } from './tradeFilter';

/** A line of a file; an array, since there are more lines than anything else. Quantity in hundredths, money in cents. */
export type ExportedLine = [
  sku: string,
  itemName: string,
  packaging: string,
  quantityHundredths: number,
  unitPriceCents: number,
  lineTotalCents: number,
];

/** What the files tell of a delivery. */
export interface ExportedDelivery extends Address {
  id: string;
  /** ISO, at the offset of the database's session. */
  deliveredAt: string;
  rep: string;
  location: string;
  boxLabel: string;
  boxSize: string;
  /** `null` outside a visit, as outcome and note are then. */
  visitId: string | null;
  outcome: string | null;
  note: string | null;
  totalCents: number;
  /** In the order entered; `null` when there are none. */
  lines: ExportedLine[] | null;
}

/**
 * Deliveries with their lines, newest first, as one JSON text: a long file has millions of cells, and taking each of
 * them from the driver costs several times what the database needs to find it. The lines are looked up by the ids of
 * the page; joined to the page itself, all lines there are would be read for every page.
 */
async function readPage(db: Database, where: SQL | undefined): Promise<ExportedDelivery[]> {
  const { rows } = await db.execute<{ page: ExportedDelivery[] | null }>(sql`
    with cut as materialized (
      select * from deliveries where ${where ?? sql`true`} order by delivered_at desc, id limit ${EXPORT_PAGE_ROWS}
    ), entered as (
      select x.delivery_id, json_agg(json_build_array(i.sku, i.name, x.packaging, x.quantity_hundredths,
        x.unit_price_cents, x.line_total_cents) order by x.position) as lines
      from delivery_lines x join items i on i.id = x.item_id
      where x.delivery_id = any(array(select id from cut))
      group by x.delivery_id
    ), told as (
      select d.id, d.delivered_at as "deliveredAt", u.name as rep, l.name as location, l.street, l.city, l.state, l.zip,
        b.label as "boxLabel", b.size as "boxSize", v.id as "visitId", v.outcome, v.note,
        d.total_cents as "totalCents", e.lines
      from cut d join users u on u.id = d.rep_id join locations l on l.id = d.location_id
        join boxes b on b.id = d.box_id left join visits v on v.id = d.visit_id
        left join entered e on e.delivery_id = d.id
    )
    select json_agg(told order by "deliveredAt" desc, id) as page from told`);
  return rows[0]?.page ?? [];
}

/** The deliveries of the filter, newest first, page by page. */
export function exportedDeliveries(db: Database, filter: TradeFilter): AsyncGenerator<ExportedDelivery[]> {
  const { deliveredAt: at, id } = deliveries;
  return inPages<ExportedDelivery>((last) => {
    const lastRead = last && { at: new Date(last.deliveredAt), id: last.id };
    return readPage(db, deliveriesWhere(filter, behind({ at, id }, lastRead)));
  });
}
