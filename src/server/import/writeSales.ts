import { eq, inArray, sql } from 'drizzle-orm';
import { toHundredths } from '../../domain/quantity';
import { canComplete } from '../../domain/visitFormRules';
import type { Database } from '../db/database';
import { batchesOf, insertInBatches } from '../db/insertInBatches';
import { newId } from '../db/newId';
import { deliveries, deliveryLines, visits } from '../db/schema';
import { lockSalesTables, rebuildRollups } from '../rollups/rebuildRollups';
import { totalCentsOf } from '../services/pricedLines';
import { importedSalesRep } from './importedSalesRep';
import type { Written } from './importFile';

/** A store of the file, with its boxes in their order. */
export interface Store {
  id: string;
  boxIds: string[];
}

/** A past sale, as a rep would have recorded it, at the price of its day. */
export interface Sale {
  /** The calendar day of the sale, such as 2012-01-31. */
  day: string;
  store: Store;
  itemId: string;
  packaging: string;
  quantity: number;
  unitPriceCents: number;
  saleCents: number;
}

/** The sales of one store on one day: one visit. */
interface StoreDay {
  store: Store;
  at: Date;
  sales: Sale[];
}

/** A sale has a day only; noon UTC is on that day nearly everywhere. */
const TIME_OF_DAY = 'T12:00:00.000Z';

const keyOf = (locationId: string, at: Date) => `${locationId} ${at.toISOString()}`;

function storeDaysOf(sales: readonly Sale[]): StoreDay[] {
  const days = new Map<string, StoreDay>();
  for (const sale of sales) {
    const at = new Date(`${sale.day}${TIME_OF_DAY}`);
    const key = keyOf(sale.store.id, at);
    const day = days.get(key) ?? { store: sale.store, at, sales: [] };
    day.sales.push(sale);
    days.set(key, day);
  }
  return [...days.values()];
}

/** The rows of one visit: its sales spread over the boxes of the store in turn, one delivery to a box. */
function rowsOf({ store, at, sales }: StoreDay, visitId: string, repId: string, now: Date) {
  const filled = store.boxIds.slice(0, sales.length);
  const made = filled.map((boxId, turn) => {
    const id = newId();
    const own = sales.filter((_, index) => index % store.boxIds.length === turn);
    const lines = own.map(({ itemId, packaging, quantity, unitPriceCents, saleCents }, index) => ({
      id: newId(),
      deliveryId: id,
      position: index + 1,
      itemId,
      packaging,
      quantityHundredths: toHundredths(quantity),
      unitPriceCents,
      lineTotalCents: saleCents,
    }));
    const references = { visitId, repId, locationId: store.id, boxId, deliveredAt: at, createdAt: now };
    return { delivery: { id, ...references, totalCents: totalCentsOf(lines) }, lines };
  });
  const outcome = canComplete(store.boxIds, new Set(filled)) ? ('completed' as const) : ('partial' as const);
  const times = { startedAt: at, submittedAt: at, createdAt: now, submitReceivedAt: now };
  const visit = { id: visitId, repId, locationId: store.id, outcome, ...times };
  return { visit, deliveries: made.map(({ delivery }) => delivery), lines: made.flatMap(({ lines }) => lines) };
}

/**
 * Stores past sales as submitted visits, one for each store and day. A store's day that was imported before
 * keeps its visit and note, and gets the deliveries of the file instead of its own.
 */
export async function writeSales(
  tx: Database,
  sales: readonly Sale[],
  clock: () => Date,
  progress: (done: number) => void,
): Promise<Written> {
  const now = clock();
  await lockSalesTables(tx);
  const repId = await importedSalesRep(tx, now);
  const { id, locationId, startedAt } = visits;
  const earlier = await tx.select({ id, locationId, startedAt }).from(visits).where(eq(visits.repId, repId));
  const idOf = new Map(earlier.map((visit) => [keyOf(visit.locationId, visit.startedAt), visit.id]));
  const written = { created: 0, updated: 0 };
  for (const batch of batchesOf(storeDaysOf(sales))) {
    const known = batch.map((day) => idOf.get(keyOf(day.store.id, day.at)));
    const rows = batch.map((day, index) => rowsOf(day, known[index] ?? newId(), repId, now));
    const visitIds = rows.map(({ visit }) => visit.id);
    await tx.delete(deliveries).where(inArray(deliveries.visitId, visitIds));
    await tx
      .insert(visits)
      .values(rows.map(({ visit }) => visit))
      .onConflictDoUpdate({ target: visits.id, set: { outcome: sql`excluded.outcome` } });
    await insertInBatches(
      tx,
      deliveries,
      rows.flatMap((row) => row.deliveries),
    );
    await insertInBatches(
      tx,
      deliveryLines,
      rows.flatMap((row) => row.lines),
    );
    for (const [index, day] of batch.entries()) {
      if (known[index] === undefined) written.created += day.sales.length;
      else written.updated += day.sales.length;
    }
    progress(written.created + written.updated);
  }
  await rebuildRollups(tx);
  return written;
}
