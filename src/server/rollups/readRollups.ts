import { and, type SQL, sql } from 'drizzle-orm';
import { repWhere, rowsWhere, type ParsedSalesFilter } from '../services/salesFilter';
import { type Block, type Edge, rangeParts, SPANS_OF_ALL, SPANS_OF_LOCATION } from './rangeParts';
import { ALL_LOCATIONS, columnList, type Rollup } from './rollups';

/** The stored sums of one block. */
function fromBlock({ table, keys, sums }: Rollup, filter: ParsedSalesFilter, { spanDays, first, end }: Block): SQL {
  const where = and(
    sql`location_id = ${filter.location ?? ALL_LOCATIONS} and span_days = ${spanDays}`,
    Number.isFinite(first) ? sql`day >= ${first}` : undefined,
    Number.isFinite(end) ? sql`day < ${end}` : undefined,
    repWhere(filter, sql`rep_id`),
  );
  return sql`select ${columnList([...Object.keys(keys), ...Object.keys(sums)])} from ${table} where ${where}`;
}

/** The sums of the rows at one end of the range. */
function fromEdge(
  { keys, sums, rows, counts, columns }: Rollup,
  filter: ParsedSalesFilter,
  { from, to, sign }: Edge,
): SQL {
  const named = [
    ...Object.entries(keys).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    ...Object.entries(sums).map(
      ([name, total]) => sql`(${sql.raw(String(sign))} * ${total})::bigint as ${sql.identifier(name)}`,
    ),
  ];
  const where = and(counts, rowsWhere({ ...filter, from, to }, columns)) ?? sql`true`;
  const keyColumns = Object.values(keys).map((column) => sql`${column}`);
  return sql`select ${sql.join(named, sql`, `)} from ${rows} where ${where} group by ${sql.join(keyColumns, sql`, `)}`;
}

/**
 * The sums of a filter as a subquery in brackets: one row for each combination of the rollup's keys that occurs, with
 * the column names of the rollup. Equal to a GROUP BY over all rows.
 */
export function summed(rollup: Rollup, filter: ParsedSalesFilter): SQL {
  const filtersRep = filter.repId !== null || filter.repName !== null;
  const kept = filter.location === null ? SPANS_OF_ALL : SPANS_OF_LOCATION;
  const spans = filtersRep && !rollup.isByRep ? [] : kept;
  const { blocks, edges } = rangeParts(filter.from, filter.to, spans);
  const parts = [
    ...blocks.map((block) => fromBlock(rollup, filter, block)),
    ...edges.map((edge) => fromEdge(rollup, filter, edge)),
  ];
  const keys = columnList(Object.keys(rollup.keys));
  const sums = Object.keys(rollup.sums).map((name) => sql`sum(${sql.identifier(name)}) as ${sql.identifier(name)}`);
  return sql`(select ${keys}, ${sql.join(sums, sql`, `)} from (${sql.join(parts, sql` union all `)}) as parts
    group by ${keys} having sum(${sql.identifier(rollup.counted)}) > 0)`;
}
