import { sql } from 'drizzle-orm';
import type { OutcomeCounts, RepProductivity } from '../../contract/reports';
import { fromCents } from '../../domain/money';
import type { Outcome } from '../../domain/outcomes';
import { fromHundredths } from '../../domain/quantity';
import type { Database } from '../db/database';
import { items, users } from '../db/schema';
import { summed } from '../rollups/readRollups';
import { deliveriesByRep, linesByItem, visitsByRepAndOutcome } from '../rollups/rollups';
import type { ParsedSalesFilter } from './salesFilter';

/**
 * The sums of the dashboard, of the two summary exports and of the count over the list. Both drivers may return a sum
 * as text, so each is converted with Number().
 */

export interface ItemUsageRow {
  sku: string;
  name: string;
  /** As recorded, packs and pieces alike. */
  quantity: number;
  /** The number of deliveries with the item. */
  deliveries: number;
  /** Dollars. */
  amount: number;
}

/** Usage per item (names repeat, so by id), the highest quantity first; `limit` `null` for all. */
export async function itemsUsage(
  db: Database,
  filter: ParsedSalesFilter,
  limit: number | null,
): Promise<ItemUsageRow[]> {
  const { rows } = await db.execute<Record<'sku' | 'name' | 'quantity' | 'deliveries' | 'cents', string>>(sql`
    select ${items.sku}, ${items.name}, quantity, deliveries, cents
    from ${summed(linesByItem, filter)} as used join ${items} on ${items.id} = item_id
    order by quantity desc, ${items.name}, item_id limit ${limit}`);
  return rows.map(({ sku, name, quantity, deliveries, cents }) => ({
    sku,
    name,
    quantity: fromHundredths(Number(quantity)),
    deliveries: Number(deliveries),
    amount: fromCents(Number(cents)),
  }));
}

/** Per rep: dollars and number of deliveries made, and visits submitted; the highest total first. */
export async function repProductivity(db: Database, filter: ParsedSalesFilter): Promise<RepProductivity[]> {
  const { rows } = await db.execute<Record<'name' | 'cents' | 'deliveries' | 'visits', string>>(sql`
    select ${users.name}, coalesce(cents, 0) as cents, coalesce(deliveries, 0) as deliveries,
      coalesce(visits, 0) as visits
    from ${summed(deliveriesByRep, filter)} as delivered
    full join (select rep_id, sum(visits) as visits from ${summed(visitsByRepAndOutcome, filter)} as visited
      group by rep_id) as submitted using (rep_id)
    join ${users} on ${users.id} = rep_id`);
  return rows
    .map(({ name, cents, deliveries, visits }) => ({
      repName: name,
      total: fromCents(Number(cents)),
      visitCount: Number(visits),
      deliveries: Number(deliveries),
    }))
    .sort((a, b) => b.total - a.total || a.repName.localeCompare(b.repName));
}

/** Submitted visits by outcome, those without any included as 0. */
export async function outcomeCounts(db: Database, filter: ParsedSalesFilter): Promise<OutcomeCounts> {
  const { rows } = await db.execute<{ outcome: Outcome; visits: string }>(sql`
    select outcome, sum(visits) as visits from ${summed(visitsByRepAndOutcome, filter)} as visited group by outcome`);
  const counts: OutcomeCounts = { completed: 0, partial: 0, no_access: 0, skipped: 0, other: 0 };
  for (const { outcome, visits } of rows) counts[outcome] = Number(visits);
  return counts;
}

/** The number of deliveries that match the filter. */
export async function countDeliveries(db: Database, filter: ParsedSalesFilter): Promise<number> {
  const { rows } = await db.execute<{ total: string | null }>(sql`
    select sum(deliveries) as total from ${summed(deliveriesByRep, filter)} as delivered`);
  return Number(rows[0]?.total ?? 0);
}
