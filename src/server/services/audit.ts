import { and, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CsvColumn } from '../../domain/csv';
import type { AuditAction, AuditedEntity, AuditFilter, AuditPage, AuditQuery } from '../../contract/audit';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { audit } from '../db/auditSchema';
import { boxes, deliveries, items, locations, users, visits } from '../db/schema';
import { type FieldChange, differenceOf } from './difference';
import { fitsPage, paginate } from './exportPages';
import type { ExportRows } from './exportStream';
import { LIST_BYTES } from './listBytes';
import { pageOf } from './pageOf';
import { parseRange } from './salesFilter';

/** An entry: who did what to which record, when, with the values before and after. */
export interface NewAuditEntry extends FieldChange {
  userId: string;
  at: Date;
  action: AuditAction;
  entity: AuditedEntity;
  entityId: string;
}

/**
 * Adds an entry in the transaction of its change. Only the differences are stored: fifteen edits of an outcome do not
 * store a long note thirty times.
 */
export async function writeAudit(db: Database, entry: NewAuditEntry): Promise<void> {
  await db.insert(audit).values({ ...entry, ...differenceOf(entry), id: newId() });
}

/** The condition of the entries that match the filter. */
function whereOf(filter: AuditFilter): SQL | undefined {
  const { user, entity, entityId } = filter;
  const { from, to } = parseRange(filter);
  return and(
    user ? eq(audit.userId, user) : undefined,
    entity ? eq(audit.entity, entity) : undefined,
    entityId ? eq(audit.entityId, entityId) : undefined,
    from ? gte(audit.at, from) : undefined,
    to ? lte(audit.at, to) : undefined,
  );
}

/** The name of the record of an entry. */
const entityName = sql<string | null>`case ${audit.entity}
  when 'user' then (select u.name from ${users} u where u.id = ${audit.entityId})
  when 'item' then (select i.name from ${items} i where i.id = ${audit.entityId})
  when 'location' then (select l.name from ${locations} l where l.id = ${audit.entityId})
  when 'box' then (select b.label || ', ' || l.name from ${boxes} b join ${locations} l on l.id = b.location_id
    where b.id = ${audit.entityId})
  when 'visit' then (select l.name from ${visits} v join ${locations} l on l.id = v.location_id
    where v.id = ${audit.entityId})
  when 'delivery' then (select b.label || ', ' || l.name from ${deliveries} d join ${boxes} b on b.id = d.box_id
    join ${locations} l on l.id = d.location_id where d.id = ${audit.entityId}) end`;

const newestFirst = [desc(audit.at), desc(audit.id)];

const jsonLength = (side: PgColumn) => sql`coalesce(octet_length(${side}::text), 0)`;
const bytes = sql<number>`${jsonLength(audit.before)} + ${jsonLength(audit.after)}`;

/** The entries of the condition with who made them, newest first. `hasSides`: which of them have before and after. */
function selectEntries(db: Database, where: SQL | undefined, hasSides: SQL) {
  const { id, at, action, entity, entityId } = audit;
  const user = { _id: users.id, name: users.name };
  const side = (column: typeof audit.before | typeof audit.after) =>
    sql<unknown>`case when ${hasSides} then ${column} end`;
  const sides = { before: side(audit.before), after: side(audit.after) };
  return db
    .select({ _id: id, user, at, action, entity, entityId, entityName, ...sides, hasSides: sql<boolean>`${hasSides}` })
    .from(audit)
    .innerJoin(users, eq(users.id, audit.userId))
    .where(where)
    .orderBy(...newestFirst);
}

/** The ids of a page, newest first, and of those whose sides fit into the limit of a list. */
async function idsOfPage(db: Database, where: SQL | undefined, limit: number, offset: number) {
  const page = await db
    .select({ id: audit.id, bytes })
    .from(audit)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  let sum = 0;
  const fitting = page.filter((entry) => entry.bytes === 0 || (sum += entry.bytes) <= LIST_BYTES);
  return { ids: page.map(({ id }) => id), fitting: fitting.map(({ id }) => id) };
}

/** A page of the entries that the query asks for, newest first. */
export async function listAudit(db: Database, query: AuditQuery): Promise<AuditPage> {
  const where = whereOf(query);
  return pageOf(query, {
    count: () => db.$count(audit, where),
    read: async (offset) => {
      const { ids, fitting } = await idsOfPage(db, where, query.limit, offset);
      const entries = await selectEntries(db, inArray(audit.id, ids), inArray(audit.id, fitting));
      return entries.map(({ hasSides, at, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        ...(hasSides ? {} : { isShortened: true }),
      }));
    },
  });
}

const jsonCell = (value: unknown) => (value === null ? '' : JSON.stringify(value));

type SelectedEntry = Awaited<ReturnType<typeof selectEntries>>[number];

export const AUDIT_COLUMNS: readonly CsvColumn<SelectedEntry>[] = [
  { header: 'At', cell: ({ at }) => at.toISOString() },
  { header: 'By', cell: ({ user }) => user.name },
  { header: 'ById', cell: ({ user }) => user._id },
  { header: 'Action', cell: ({ action }) => action },
  { header: 'Record', cell: ({ entity }) => entity },
  { header: 'RecordId', cell: ({ entityId }) => entityId },
  { header: 'RecordName', cell: ({ entityName: name }) => name },
  { header: 'Before', cell: ({ before }) => jsonCell(before) },
  { header: 'After', cell: ({ after }) => jsonCell(after) },
];

/** The entries that match the filter, newest first, as the rows of a file. */
export function auditRows(db: Database, filter: AuditFilter): ExportRows<SelectedEntry> {
  const where = whereOf(filter);
  return paginate<SelectedEntry>(async (last, limit) => {
    // A comparison of rows bounds the index, so that each page begins where the one before ended.
    const isLater = last && sql`(${audit.at}, ${audit.id}) < (${sql.param(last.at, audit.at)}, ${last._id})`;
    const rest = and(where, isLater ?? undefined);
    const bytesUntilHere = sql`sum(${bytes}) over (order by ${audit.at} desc, ${audit.id} desc)`;
    const page = await selectEntries(db, rest, fitsPage(bytesUntilHere, limit)).limit(limit);
    return page.every(({ hasSides }) => hasSides) ? page : null;
  });
}
