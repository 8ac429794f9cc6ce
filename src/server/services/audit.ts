import { and, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { CsvColumn } from '../../domain/csv';
import type { AuditAction, AuditedEntity, AuditFilter, AuditPage, AuditQuery } from '../../contract/audit';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { audit } from '../db/auditSchema';
import { boxes, deliveries, items, locations, users, visits } from '../db/schema';
import { type FieldChange, differenceOf } from './difference';
import type { ExportRows } from './exportStream';
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

/** The entries of the condition with who made them, newest first. */
function selectEntries(db: Database, where: SQL | undefined) {
  const { id, at, action, entity, entityId, before, after } = audit;
  const user = { _id: users.id, name: users.name };
  return db
    .select({ _id: id, user, at, action, entity, entityId, entityName, before, after })
    .from(audit)
    .innerJoin(users, eq(users.id, audit.userId))
    .where(where)
    .orderBy(desc(at), desc(id));
}

/** A page of the entries that the query asks for, newest first. */
export async function listAudit(db: Database, query: AuditQuery): Promise<AuditPage> {
  const where = whereOf(query);
  return pageOf(query, {
    count: () => db.$count(audit, where),
    read: async (offset) => {
      const entries = await selectEntries(db, where).limit(query.limit).offset(offset);
      return entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
    },
  });
}

/** A small page, because an old entry may contain a long note twice. */
const EXPORT_PAGE_ROWS = 50;

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
export async function* auditRows(db: Database, filter: AuditFilter): ExportRows<SelectedEntry> {
  const where = whereOf(filter);
  for (let last: SQL | undefined, isLast = false; !isLast; ) {
    const page = await selectEntries(db, and(where, last)).limit(EXPORT_PAGE_ROWS);
    yield page;
    const end = page.at(-1);
    // A comparison of rows bounds the index, so that each page begins where the one before ended.
    if (end) last = sql`(${audit.at}, ${audit.id}) < (${sql.param(end.at, audit.at)}, ${end._id})`;
    isLast = page.length < EXPORT_PAGE_ROWS;
  }
}
