import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isDay, parseInstant } from '../../domain/dateTexts';
import { may } from '../../domain/roles';
import { containsPattern } from '../db/containsPattern';
import { deliveries, users, visits } from '../db/schema';
import { problem } from '../http/problems';
import type { SessionUser } from '../http/route';

/** The parsed filters that deliveries, reports and exports share (spec §7). Both ends are included. */
export interface ParsedSalesFilter {
  location: string | null;
  from: Date | null;
  to: Date | null;
  repId: string | null;
  repName: string | null;
}

type Texts<Name extends string> = { [N in Name]?: string | undefined };

/** A bare day is that day in UTC, from its first to its last instant. */
function readEnd(name: string, text: string | undefined, timeOfBareDay: string): Date | null {
  if (!text) return null;
  const date = isDay(text) ? new Date(`${text}T${timeOfBareDay}Z`) : parseInstant(text);
  if (date === null) {
    throw problem.badRequest(`${name} must be a day such as 2026-11-21 or an instant such as 2026-11-21T08:00:00Z.`);
  }
  return date;
}

/** The time range of a query; `null` for an open end. Refuses an invalid date with the name of its parameter. */
export function parseRange({ from, to }: Texts<'from' | 'to'>): Pick<ParsedSalesFilter, 'from' | 'to'> {
  return { from: readEnd('from', from, '00:00:00.000'), to: readEnd('to', to, '23:59:59.999') };
}

/**
 * Parses the filters of a query. Refuses an invalid date with the name of its parameter, and a filter by rep id by
 * users who may not (spec §6).
 */
export function parseSalesFilter(
  query: Texts<'location' | 'from' | 'to' | 'repId' | 'repName'>,
  user: SessionUser,
): ParsedSalesFilter {
  if (query.repId && !may(user, 'filterByRep')) throw problem.forbidden('Only an admin can filter by a specific rep.');
  return {
    location: query.location ?? null,
    ...parseRange(query),
    repId: query.repId ?? null,
    repName: query.repName?.trim() || null,
  };
}

/** The condition of the rows of the filter's rep; `repId` is the rows' column of the rep. `undefined`: no filter. */
export function repWhere(filter: ParsedSalesFilter, repId: SQL | PgColumn): SQL | undefined {
  return and(
    filter.repId === null ? undefined : sql`${repId} = ${filter.repId}`,
    filter.repName === null
      ? undefined
      : sql`${repId} in (select ${users.id} from ${users} where ${users.name} ilike ${containsPattern(filter.repName)})`,
  );
}

/** The condition of the rows that match the filter, by their columns of time, location and rep. */
export function rowsWhere(
  filter: ParsedSalesFilter,
  columns: { at: SQL | PgColumn; locationId: PgColumn; repId: PgColumn },
): SQL | undefined {
  // Encoded like a column of instants, because `at` may be an expression.
  const instant = (date: Date) => sql.param(date, visits.startedAt);
  return and(
    filter.location === null ? undefined : eq(columns.locationId, filter.location),
    filter.from === null ? undefined : sql`${columns.at} >= ${instant(filter.from)}`,
    filter.to === null ? undefined : sql`${columns.at} <= ${instant(filter.to)}`,
    repWhere(filter, columns.repId),
  );
}

/** The condition of the filter's deliveries, by the time of delivery. */
export function deliveriesWhere(filter: ParsedSalesFilter, ...more: (SQL | undefined)[]): SQL | undefined {
  const { deliveredAt: at, locationId, repId } = deliveries;
  return and(rowsWhere(filter, { at, locationId, repId }), ...more);
}

/** The date of a visit in a history: its submit, or its start while it is open. */
export const visitDate = sql`coalesce(${visits.submittedAt}, ${visits.startedAt})`;

/** The condition of the filter's visits, open ones included, by that date. */
export function datedVisitsWhere(filter: ParsedSalesFilter, ...more: (SQL | undefined)[]): SQL | undefined {
  const { locationId, repId } = visits;
  return and(rowsWhere(filter, { at: visitDate, locationId, repId }), ...more);
}
