import { isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { deliveryRollups, itemRollups, visitRollups } from '../db/rollupSchema';
import { deliveries, deliveryLines, visits } from '../db/schema';

/** The definition of one rollup, used where it is updated, rebuilt and read. */
export interface Rollup {
  table: PgTable;
  /** What the sums are grouped by: the rollup's column, and the column of the rows. */
  keys: Readonly<Record<string, PgColumn>>;
  /** The sums: the rollup's column, and the expression over the rows. */
  sums: Readonly<Record<string, SQL>>;
  /** The name of the sum that is 0 exactly when the row is empty. */
  counted: string;
  /** The rows, as a FROM clause, and which of them count. */
  rows: SQL;
  counts: SQL | undefined;
  /** The columns of the rows that the filters compare. */
  columns: { at: PgColumn; locationId: PgColumn; repId: PgColumn };
  /** Whether the stored sums are grouped by rep. If not, the sums of one rep are computed from the rows. */
  isByRep: boolean;
}

const madeAt = { at: deliveries.deliveredAt, locationId: deliveries.locationId, repId: deliveries.repId };

export const linesByItem: Rollup = {
  table: itemRollups,
  keys: { item_id: deliveryLines.itemId },
  sums: {
    quantity: sql`sum(${deliveryLines.quantityHundredths})`,
    cents: sql`sum(${deliveryLines.lineTotalCents})`,
    deliveries: sql`count(distinct ${deliveryLines.deliveryId})`,
  },
  counted: 'deliveries',
  rows: sql`${deliveryLines} join ${deliveries} on ${deliveries.id} = ${deliveryLines.deliveryId}`,
  counts: undefined,
  columns: madeAt,
  isByRep: false,
};

export const deliveriesByRep: Rollup = {
  table: deliveryRollups,
  keys: { rep_id: deliveries.repId },
  sums: { cents: sql`sum(${deliveries.totalCents})`, deliveries: sql`count(*)` },
  counted: 'deliveries',
  rows: sql`${deliveries}`,
  counts: undefined,
  columns: madeAt,
  isByRep: true,
};

export const visitsByRepAndOutcome: Rollup = {
  table: visitRollups,
  keys: { rep_id: visits.repId, outcome: visits.outcome },
  sums: { visits: sql`count(*)` },
  counted: 'visits',
  rows: sql`${visits}`,
  counts: isNotNull(visits.submittedAt),
  columns: { at: visits.submittedAt, locationId: visits.locationId, repId: visits.repId },
  isByRep: true,
};

export const ROLLUPS: readonly Rollup[] = [linesByItem, deliveriesByRep, visitsByRepAndOutcome];

/** The location id of the sums of all locations together. */
export const ALL_LOCATIONS = '';

/** Column names, separated by commas. */
export function columnList(names: readonly string[]): SQL {
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
}

/** The key columns of a rollup, in the order of its primary key. */
export const keyNames = ({ keys }: Rollup): string[] => ['location_id', 'span_days', 'day', ...Object.keys(keys)];
