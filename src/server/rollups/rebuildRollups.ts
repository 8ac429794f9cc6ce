import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database';
import { deliveries, deliveryLines, visits } from '../db/schema';
import { SPANS_OF_ALL, SPANS_OF_LOCATION } from './rangeParts';
import {
  ALL_LOCATIONS,
  columnList,
  deliveriesByRep,
  keyNames,
  ROLLUPS,
  type Rollup,
  visitsByRepAndOutcome,
} from './rollups';

/** The first day of the span that a day belongs to, as `spanStart` has it. */
const spanStartOf = (day: SQL, spanDays: number) =>
  sql`(floor((${day}) / ${sql.raw(String(spanDays))}::numeric) * ${sql.raw(String(spanDays))})::integer`;

/** Computes the sums of one span length from the rows. */
function fromRows({ keys, sums, rows, counts, columns }: Rollup, locationId: SQL, spanDays: number): SQL {
  const day = sql`floor(extract(epoch from ${columns.at}) / 86400)`;
  const selected = [locationId, sql`${spanDays}::integer`, spanStartOf(day, spanDays), ...Object.values(keys)];
  const groups = selected.map((_, index) => sql.raw(String(index + 1)));
  return sql`select ${sql.join([...selected, ...Object.values(sums)], sql`, `)} from ${rows}
    where ${counts ?? sql`true`} group by ${sql.join(groups, sql`, `)}`;
}

/** Computes the sums of a longer span from those of a shorter one, which divides it. */
function fromShorter({ table, keys, sums }: Rollup, shorter: number, spanDays: number): SQL {
  const names = Object.keys(keys);
  const totals = Object.keys(sums).map((name) => sql`sum(${sql.identifier(name)})`);
  return sql`select location_id, ${spanDays}::integer, ${spanStartOf(sql`day`, spanDays)}, ${columnList(names)},
    ${sql.join(totals, sql`, `)} from ${table} where location_id = ${ALL_LOCATIONS} and span_days = ${shorter}
    group by location_id, 3, ${columnList(names)}`;
}

async function rebuild(tx: Database, rollup: Rollup): Promise<void> {
  const columns = columnList([...keyNames(rollup), ...Object.keys(rollup.sums)]);
  const fill = (selected: SQL) => tx.execute(sql`insert into ${rollup.table} (${columns}) ${selected}`);
  await tx.execute(sql`delete from ${rollup.table}`);
  for (const [index, spanDays] of SPANS_OF_ALL.entries()) {
    const shorter = SPANS_OF_ALL[index - 1];
    const all = sql`${ALL_LOCATIONS}::text`;
    await fill(shorter === undefined ? fromRows(rollup, all, spanDays) : fromShorter(rollup, shorter, spanDays));
  }
  for (const spanDays of SPANS_OF_LOCATION) {
    await fill(fromRows(rollup, sql`${rollup.columns.locationId}`, spanDays));
  }
}

/**
 * Locks visits and deliveries against every other writer until the transaction ends, and waits for running writes. Call
 * it before the transaction's own writes. It locks the tables in the same order as the calls do.
 */
export async function lockSalesTables(tx: Database): Promise<void> {
  await tx.execute(sql`lock table ${visits}, ${deliveries}, ${deliveryLines} in exclusive mode`);
}

/**
 * Rebuilds every stored sum from the rows, in the transaction of an import or of the demo data. A large history may
 * take minutes.
 */
export async function rebuildRollups(tx: Database): Promise<void> {
  await lockSalesTables(tx);
  await tx.execute(sql`set local statement_timeout = 0`);
  for (const rollup of ROLLUPS) await rebuild(tx, rollup);
  // The embedded database has no autovacuum, and without statistics it chooses slow plans for large tables.
  const tables = [visits, deliveries, deliveryLines, ...ROLLUPS.map(({ table }) => table)];
  await tx.execute(sql`analyze ${sql.join(tables, sql`, `)}`);
}

/** Whether there are rows but no sums, as in a database of an older version. */
async function areMissing(db: Database, { table, rows, counts }: Rollup): Promise<boolean> {
  const { rows: found } = await db.execute<{ missing: boolean }>(sql`
    select exists (select from ${rows} where ${counts ?? sql`true`}) and not exists (select from ${table}) as missing`);
  return found[0]?.missing ?? false;
}

/** Builds the sums of a database that has none yet. */
export async function fillEmptyRollups(db: Database): Promise<void> {
  const isMissing = (await areMissing(db, deliveriesByRep)) || (await areMissing(db, visitsByRepAndOutcome));
  if (isMissing) await db.transaction(rebuildRollups);
}
