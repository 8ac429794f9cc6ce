import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cents } from './columns';

/**
 * Sums that the transaction of every write updates (`server/rollups`). So a report reads some hundreds of rows, however
 * long the history is. Derived data: `npm run rollups` computes it again.
 */

const scope = {
  /** A location's id; empty in the sums of all locations together. */
  locationId: text('location_id').notNull(),
  /** The number of days in the sums of this row. */
  spanDays: integer('span_days').notNull(),
  /** The first of them: UTC days since 1970-01-01, a multiple of `spanDays`. */
  day: integer('day').notNull(),
};

/** Lines by item, by the day of their delivery. */
export const itemRollups = pgTable(
  'item_rollups',
  {
    ...scope,
    itemId: text('item_id').notNull(),
    quantity: bigint('quantity', { mode: 'number' }).notNull(),
    cents: cents('cents').notNull(),
    /** Deliveries with a line of the item; 0 when edits have removed the last one. */
    deliveries: integer('deliveries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.spanDays, table.day, table.itemId] })],
);

/** Deliveries by rep, by the day they were made. */
export const deliveryRollups = pgTable(
  'delivery_rollups',
  {
    ...scope,
    repId: text('rep_id').notNull(),
    cents: cents('cents').notNull(),
    deliveries: integer('deliveries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.spanDays, table.day, table.repId] })],
);

/** Submitted visits by rep and outcome, by the day of the submit. */
export const visitRollups = pgTable(
  'visit_rollups',
  {
    ...scope,
    repId: text('rep_id').notNull(),
    outcome: text('outcome').notNull(),
    visits: integer('visits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.spanDays, table.day, table.repId, table.outcome] })],
);
