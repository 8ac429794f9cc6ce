import { and, desc, eq, gte, lte } from 'drizzle-orm';
import type { AuditAction, AuditedEntity, AuditPage, AuditQuery } from '../../contract/audit';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { audit, users } from '../db/schema';
import { type Change, differenceOf } from './difference';
import { parseRange } from './salesFilter';

/** Who did what to which thing, when, and how it read before and after. */
export interface NewAuditEntry extends Change {
  userId: string;
  at: Date;
  action: AuditAction;
  entity: AuditedEntity;
  entityId: string;
}

/**
 * Adds an entry, in the transaction of the change that it is about. Only what differs is stored: fifteen edits of an
 * outcome do not store a long note thirty times.
 */
export async function writeAudit(db: Database, entry: NewAuditEntry): Promise<void> {
  await db.insert(audit).values({ ...entry, ...differenceOf(entry), id: newId() });
}

/** A page of the entries that the query asks for, newest first. */
export async function listAudit(db: Database, query: AuditQuery): Promise<AuditPage> {
  const { user, entity, entityId, page, limit } = query;
  const { from, to } = parseRange(query);
  const where = and(
    user ? eq(audit.userId, user) : undefined,
    entity ? eq(audit.entity, entity) : undefined,
    entityId ? eq(audit.entityId, entityId) : undefined,
    from ? gte(audit.at, from) : undefined,
    to ? lte(audit.at, to) : undefined,
  );
  const { id, at, action, before, after } = audit;
  const data = await db
    .select({
      _id: id,
      user: { _id: users.id, name: users.name },
      at,
      action,
      entity: audit.entity,
      entityId: audit.entityId,
      before,
      after,
    })
    .from(audit)
    .innerJoin(users, eq(users.id, audit.userId))
    .where(where)
    .orderBy(desc(at), desc(id))
    .limit(limit)
    .offset((page - 1) * limit);
  const total = await db.$count(audit, where);
  return {
    data: data.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    pageInfo: { page, limit, total, hasMore: page * limit < total },
  };
}
