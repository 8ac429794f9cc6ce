import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns';
import { users } from './schema';

/** The kinds of records that a write creates or changes. */
export type EntityKind = 'delivery' | 'visit' | 'item' | 'location' | 'box' | 'user';

/**
 * One row per key of a write that took effect, written in the same transaction as the effect, or that was cancelled
 * before it arrived (a tombstone: no hash, no status). Rows are never deleted. Only `response` is removed after 90
 * days if `entity` names a record from which the response can be made.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A key belongs to its user: a write of another user with the same key is a new write. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** The hash that a repeat must match, see `requestHash.ts`; `null`: cancelled. */
    requestHash: text('request_hash'),
    /** The status of the response; `null`: cancelled. */
    status: integer('status'),
    /** The body of the response as it was sent, see `recordedResponse.ts`; `null`: too large to store, or pruned. */
    response: bytes('answer'),
    /** The record that the write created or changed. The response is made from it when `response` is `null`. */
    entity: text('entity').$type<EntityKind>(),
    entityId: text('entity_id'),
    /** The version that the write gave the record; `null` for records without versions. */
    version: integer('version'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    check('idempotency_keys_state', sql`(${table.requestHash} is null) = (${table.status} is null)`),
    index('idempotency_keys_answered').on(table.createdAt).where(sql`${table.response} is not null`),
  ],
);
