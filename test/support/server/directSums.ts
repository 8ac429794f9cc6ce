import { eq } from 'drizzle-orm';
import type { OutcomeCounts, RepProductivity } from '../../../src/contract/reports';
import type { Database } from '../../../src/server/db/database';
import { deliveries, deliveryLines, items, users, visits } from '../../../src/server/db/schema';
import type { ItemUsageRow } from '../../../src/server/services/reportQueries';
import type { ParsedSalesFilter } from '../../../src/server/services/salesFilter';

/** The figures that the reports must have, added up from every row of the history; rows in no order. */
export interface DirectSums {
  items: ItemUsageRow[];
  reps: RepProductivity[];
  outcomes: OutcomeCounts;
  deliveries: number;
}

interface Row {
  at: Date;
  locationId: string;
  repId: string;
  repName: string;
}

function passes({ from, to, location, repId, repName }: ParsedSalesFilter, row: Row): boolean {
  return (
    (from === null || row.at >= from) &&
    (to === null || row.at <= to) &&
    (location === null || row.locationId === location) &&
    (repId === null || row.repId === repId) &&
    (repName === null || row.repName.toLowerCase().includes(repName.toLowerCase()))
  );
}

export async function readHistory(db: Database) {
  const made = await db
    .select({ delivery: deliveries, repName: users.name })
    .from(deliveries)
    .innerJoin(users, eq(users.id, deliveries.repId));
  const lines = await db
    .select({ line: deliveryLines, sku: items.sku, name: items.name })
    .from(deliveryLines)
    .innerJoin(items, eq(items.id, deliveryLines.itemId));
  const paid = await db
    .select({ visit: visits, repName: users.name })
    .from(visits)
    .innerJoin(users, eq(users.id, visits.repId));
  return { made, lines, paid };
}

export function directSums(history: Awaited<ReturnType<typeof readHistory>>, filter: ParsedSalesFilter): DirectSums {
  const made = history.made.filter(({ delivery, repName }) =>
    passes(filter, { ...delivery, at: delivery.deliveredAt, repName }),
  );
  const ids = new Set(made.map(({ delivery }) => delivery.id));
  const lines = history.lines.filter(({ line }) => ids.has(line.deliveryId));
  const itemRows = [...new Set(lines.map(({ line }) => line.itemId))].map((itemId) => {
    const of = lines.filter(({ line }) => line.itemId === itemId);
    return {
      sku: of[0]?.sku ?? '',
      name: of[0]?.name ?? '',
      quantity: of.reduce((sum, { line }) => sum + line.quantityHundredths, 0) / 100,
      deliveries: new Set(of.map(({ line }) => line.deliveryId)).size,
      amount: of.reduce((sum, { line }) => sum + line.lineTotalCents, 0) / 100,
    };
  });

  const outcomes: OutcomeCounts = { completed: 0, partial: 0, no_access: 0, skipped: 0, other: 0 };
  const reps = new Map<string, RepProductivity>();
  const rowOf = (repId: string, repName: string) => {
    const row = reps.get(repId) ?? { repName, total: 0, visitCount: 0, deliveries: 0 };
    reps.set(repId, row);
    return row;
  };
  for (const { delivery, repName } of made) {
    const row = rowOf(delivery.repId, repName);
    row.total = Math.round(row.total * 100 + delivery.totalCents) / 100;
    row.deliveries += 1;
  }
  for (const { visit, repName } of history.paid) {
    const { submittedAt, outcome } = visit;
    if (!submittedAt || !outcome || !passes(filter, { ...visit, at: submittedAt, repName })) continue;
    rowOf(visit.repId, repName).visitCount += 1;
    outcomes[outcome] += 1;
  }
  return {
    items: itemRows,
    reps: [...reps.values()],
    outcomes,
    deliveries: made.length,
  };
}
