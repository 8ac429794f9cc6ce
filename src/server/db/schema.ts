import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { BoxSize } from '../../domain/boxes';
import type { Outcome } from '../../domain/outcomes';
import type { Role } from '../../domain/roles';
import { cents, instant } from './columns';

/**
 * The main tables, with the purpose of each column whose name does not explain it. The other tables are in
 * `auditSchema.ts`, `priceSchema.ts`, `idempotencySchema.ts`, `rollupSchema.ts`, `signInSchema.ts` and `syncSchema.ts`.
 * Ids are texts made by `newId` (ordered by time). Instants are UTC to the millisecond, amounts whole cents, quantities
 * whole hundredths.
 */

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Stored in the form of `normaliseEmail`, so that the unique constraint means one account per address. */
    email: text('email').notNull().unique(),
    /** argon2id with its parameters inside, so that a login can see when to rehash. */
    passwordHash: text('password_hash').notNull(),
    /**
     * `null` for a password that its user chose. Otherwise it is a one-time password: it signs in once before this
     * instant, and signing in sets the instant to 1970.
     */
    passwordExpiresAt: instant('password_expires_at'),
    roles: text('roles').array().$type<Role[]>().notNull(),
    /** false: the user cannot sign in, and the next call of each of their sessions is refused. */
    active: boolean('active').notNull(),
    createdAt: instant('created_at').notNull(),
    /** `null` for a user without a sign-in since this column exists. */
    lastSignInAt: instant('last_sign_in_at'),
  },
  (table) => [check('users_roles_given', sql`cardinality(${table.roles}) > 0`)],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, so that a reader of the table cannot use the session. */
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    /** For the idle limit; written at most once a minute. */
    lastSeenAt: instant('last_seen_at').notNull(),
    /** The absolute limit, whatever the use. */
    expiresAt: instant('expires_at').notNull(),
    /**
     * When its user was deactivated. The session never becomes valid again; the row stays as the reason of a 403
     * instead of a 401.
     */
    endedAt: instant('ended_at'),
    /** The origin of the session, by which its user recognises it. `null` for older sessions. */
    userAgent: text('user_agent'),
    ip: text('ip'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expiresAt)],
);

const versionColumns = {
  /**
   * Starts at 1 and increments with each change of a visit's outcome, note and submission, of a delivery's lines, or of
   * the edited fields of an item, a location or a box; with nothing else.
   */
  version: integer('version').notNull().default(1),
  /** The user of the last change that `version` counts; `null` when there was none, or an import made it. */
  changedBy: text('changed_by').references(() => users.id),
};

const catalogueColumns = {
  ...versionColumns,
  /** When it was deactivated: later writes may not name it. `null` while it is active. */
  deactivatedAt: instant('deactivated_at'),
};

export const locations = pgTable(
  'locations',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    street: text('street').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    zip: text('zip').notNull().default(''),
    /** The store's number in an imported file: a second import updates by it. `null` for one made in the app. */
    storeNumber: text('store_number').unique(),
    /** The text that the search uses: the name, and the address as the screens write it. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`name || ' ' || street || ', ' || city || ', ' || state || ' ' || zip`),
    createdAt: instant('created_at').notNull(),
    ...catalogueColumns,
  },
  (table) => [
    index('locations_name').on(sql`lower(${table.name})`, table.id),
    index('locations_search').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);

export const boxes = pgTable(
  'boxes',
  {
    id: text('id').primaryKey(),
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id),
    label: text('label').notNull(),
    size: text('size').$type<BoxSize>().notNull(),
    /** The order of the boxes at their location, from 1; labels alone would put "Box 10" before "Box 2". */
    position: integer('position').notNull(),
    ...catalogueColumns,
  },
  (table) => [uniqueIndex('boxes_location_position').on(table.locationId, table.position)],
);

/** What is delivered. `item_prices` has its prices. */
export const items = pgTable(
  'items',
  {
    id: text('id').primaryKey(),
    /** Empty when the item has none. Not unique for that reason; an import matches by it. */
    sku: text('sku').notNull(),
    name: text('name').notNull(),
    packaging: text('packaging').notNull(),
    unitsPerPack: integer('units_per_pack').notNull(),
    createdAt: instant('created_at').notNull(),
    ...catalogueColumns,
  },
  (table) => [index('items_sku').on(table.sku)],
);

export const visits = pgTable(
  'visits',
  {
    id: text('id').primaryKey(),
    repId: text('rep_id')
      .notNull()
      .references(() => users.id),
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id),
    /** `null` until one was chosen. */
    outcome: text('outcome').$type<Outcome>(),
    note: text('note').notNull().default(''),
    /** When the rep started it (`Captured-At`), possibly days before the server received the start. */
    startedAt: instant('started_at').notNull(),
    /** When the rep submitted it (`Captured-At`); `null` while the visit is open. */
    submittedAt: instant('submitted_at'),
    /** When the server received the start. */
    createdAt: instant('created_at').notNull(),
    /** When the server received the submit; `null` while the visit is open. */
    submitReceivedAt: instant('submit_received_at'),
    ...versionColumns,
  },
  (table) => [
    /** A rep has one open visit per location: two starts at once cannot create two. */
    uniqueIndex('visits_one_open').on(table.repId, table.locationId).where(sql`${table.submittedAt} is null`),
    check('visits_submitted_outcome', sql`${table.submittedAt} is null or ${table.outcome} is not null`),
    index('visits_location_newest').on(
      table.locationId,
      sql`greatest(${table.submittedAt}, ${table.startedAt}, ${table.createdAt}) desc`,
      table.id.desc().nullsFirst(),
    ),
    index('visits_newest').on(
      sql`greatest(${table.submittedAt}, ${table.startedAt}, ${table.createdAt}) desc`,
      table.id.desc().nullsFirst(),
    ),
    index('visits_submitted').on(table.submittedAt),
    index('visits_rep_newest').on(
      table.repId,
      sql`greatest(${table.submittedAt}, ${table.startedAt}, ${table.createdAt}) desc`,
      table.id.desc().nullsFirst(),
    ),
  ],
);

export const deliveries = pgTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    /** `null` for a delivery made outside a visit. */
    visitId: text('visit_id').references(() => visits.id),
    /** The rep of the visit; without a visit the user who recorded the delivery. Never read from the body. */
    repId: text('rep_id')
      .notNull()
      .references(() => users.id),
    locationId: text('location_id')
      .notNull()
      .references(() => locations.id),
    boxId: text('box_id')
      .notNull()
      .references(() => boxes.id),
    /** When the rep made it (`Captured-At`). */
    deliveredAt: instant('delivered_at').notNull(),
    /** When the server received it. */
    createdAt: instant('created_at').notNull(),
    /** The sum of the lines' totals, stored so that lists and reports need not read the lines. */
    totalCents: cents('total_cents').notNull(),
    ...versionColumns,
  },
  (table) => [
    // PostgreSQL sorts DESC with nulls first. The list cannot use an index with another order.
    index('deliveries_newest').on(table.deliveredAt.desc().nullsFirst(), table.id),
    index('deliveries_visit').on(table.visitId),
    index('deliveries_location').on(table.locationId, table.deliveredAt),
    index('deliveries_rep').on(table.repId, table.deliveredAt),
  ],
);

export const deliveryLines = pgTable(
  'delivery_lines',
  {
    id: text('id').primaryKey(),
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** The order in which the rep entered the lines, from 1. */
    position: integer('position').notNull(),
    itemId: text('item_id')
      .notNull()
      .references(() => items.id),
    packaging: text('packaging').notNull(),
    quantityHundredths: integer('quantity_hundredths').notNull(),
    /** The price at the time of the delivery. Later price changes do not change it. */
    unitPriceCents: integer('unit_price_cents').notNull(),
    lineTotalCents: cents('line_total_cents').notNull(),
  },
  (table) => [
    uniqueIndex('delivery_lines_position').on(table.deliveryId, table.position),
    index('delivery_lines_item').on(table.itemId),
    check('delivery_lines_quantity', sql`${table.quantityHundredths} >= 0`),
  ],
);
