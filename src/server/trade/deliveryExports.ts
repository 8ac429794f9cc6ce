import { and, gt, lt, lte, or, type SQL } from 'drizzle-orm';
import type { CsvCell } from '../../domain/csv';
import { formatAddress } from '../../domain/locationRules';
import { plainMoney } from '../../domain/money';
import type { Database } from '../db/database';
import { deliveries } from '../db/schema';
import { type DeliveryRow, selectDeliveries } from './deliveryRows';
import { EXPORT_PAGE_ROWS, type ExportRows } from './exportStream';
import { deliveriesWhere, type TradeFilter } from './tradeFilter';

/** Deliveries that come after the given one, newest first. */
function behind(last: DeliveryRow | null): SQL | undefined {
  if (last === null) return undefined;
  const at = new Date(last.deliveredAt ?? last.createdAt);
  const { deliveredAt, id } = deliveries;
  return and(lte(deliveredAt, at), or(lt(deliveredAt, at), gt(id, last._id)));
}

async function* allDeliveries(db: Database, filter: TradeFilter): AsyncGenerator<DeliveryRow> {
  let last: DeliveryRow | null = null;
  do {
    const where = deliveriesWhere(filter, behind(last));
    const page: DeliveryRow[] = await selectDeliveries(db, { where, limit: EXPORT_PAGE_ROWS });
    yield* page;
    last = page.length === EXPORT_PAGE_ROWS ? (page.at(-1) ?? null) : null;
  } while (last !== null);
}

function placeCells({ deliveredAt, location, repName, visit, _id, box }: DeliveryRow): CsvCell[] {
  return [deliveredAt, location.name, formatAddress(location.address), repName, visit?._id, _id, box.label, box.size];
}

/** One row per line; a delivery without lines has one row with the columns of the line empty. */
export async function* deliveryLineRows(db: Database, filter: TradeFilter): ExportRows {
  for await (const delivery of allDeliveries(db, filter)) {
    const lines: CsvCell[][] = delivery.lines.map((line) => [
      line.sku,
      line.item.name,
      line.packaging,
      line.quantity,
      plainMoney(line.unitPrice),
      plainMoney(line.lineTotal),
    ]);
    for (const line of lines.length > 0 ? lines : [['', '', '', '', '', '']]) {
      yield [...placeCells(delivery), ...line, delivery.visit?.outcome, delivery.visit?.note];
    }
  }
}

/** One row per delivery. */
export async function* deliveryRows(db: Database, filter: TradeFilter): ExportRows {
  for await (const delivery of allDeliveries(db, filter)) {
    const { lines, total, visit } = delivery;
    yield [...placeCells(delivery), lines.length, plainMoney(total), visit?.outcome, visit?.note];
  }
}
