import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns';
import { users } from './schema';

/** The things that a write makes or changes. */
export type EntityKind = 'delivery' | 'visit' | 'item' | 'location' | 'box' | 'user';

/**
 * One row per key of a write that took effect, written in the same transaction as the effect, or that was cancelled
 * before it arrived (a tombstone: no hash, no status). Rows are kept for good; only `answer` goes after 90 days, where
 * `entity` says from what the response is made then.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A key belongs to its user: another's write under the same key is a new write. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** What must be the same when the key comes again, see `requestHash.ts`; `null`: cancelled. */
    requestHash: text('request_hash'),
    /** The status of the response; `null`: cancelled. */
    status: integer('status'),
    /** The body of the response as it was sent, see `recordedResponse.ts`; `null`: too large to store, or pruned. */
    answer: bytes('answer'),
    /** What the write made or changed: its response is made of that when `answer` is gone. */
    entity: text('entity').$type<EntityKind>(),
    entityId: text('entity_id'),
    /** The version that the write gave it; `null` for things without versions. */
    version: integer('version'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    check('idempotency_keys_state', sql`(${table.requestHash} is null) = (${table.status} is null)`),
    index('idempotency_keys_answered').on(table.createdAt).where(sql`${table.answer} is not null`),
  ],
);
