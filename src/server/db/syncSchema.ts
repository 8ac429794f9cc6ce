import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SyncReport } from '../../contract/sync';
import { instant } from './columns';
import { users } from './schema';

/** The reports of devices about their queues, and the recordings that they send (`server/services/syncReports`). */

const deviceColumns = {
  userId: text('user_id')
    .notNull()
    .references(() => users.id),
  /** A random id of the browser profile. Two users may share one. */
  deviceId: text('device_id').notNull(),
};

/** The last report of each device; a user has a bounded number of them. */
export const syncDevices = pgTable(
  'sync_devices',
  {
    ...deviceColumns,
    heardAt: instant('heard_at').notNull(),
    userAgent: text('user_agent').notNull(),
    ip: text('ip').notNull(),
    report: jsonb('report').$type<SyncReport>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceId] })],
);

/** The last recording of each device; a user has a bounded number of them. */
export const sentRecordings = pgTable(
  'sent_recordings',
  {
    id: text('id').notNull().unique(),
    ...deviceColumns,
    sentAt: instant('sent_at').notNull(),
    title: text('title').notNull(),
    /** The file, compressed by gzip, as base64. */
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceId] })],
);
