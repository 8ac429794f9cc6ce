import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditedEntity } from '../../contract/audit';
import { instant } from './columns';
import { users } from './schema';

/** Edits, imports, changes of users, passwords and prices, and sign-ins: who, what, when. */
export const audit = pgTable(
  'audit',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    at: instant('at').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    entity: text('entity').$type<AuditedEntity>().notNull(),
    entityId: text('entity_id').notNull(),
    /** What differs (`difference.ts`); entries of older servers have the whole record. */
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_entity').on(table.entity, table.entityId, table.at),
    index('audit_user').on(table.userId, table.at),
    index('audit_newest').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);
