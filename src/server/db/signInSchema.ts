import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * The counters of the sign-in limits (`server/auth/signInLimits`). They are in the database, so that all processes
 * count together. Addresses and accounts are stored as SHA-256 only.
 */

/** Failed sign-ins and registrations within one window of time, and the start of each delay. */
export const signInTries = pgTable(
  'sign_in_tries',
  {
    /** What is counted: see `signInLimits`. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** The number of tries; of a delay, 1 for the try that has waited. */
    tries: integer('tries').notNull(),
    /** The time of the window's first failure, or of the start of the delay. */
    beganAt: instant('began_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('sign_in_tries_began').on(table.beganAt)],
);

/**
 * Accounts and the addresses from which they have signed in. From such an address, failures elsewhere do not lock the
 * account out.
 */
export const knownAddresses = pgTable(
  'known_addresses',
  {
    /** Account and address, as one hash. */
    key: text('key').primaryKey(),
    lastSignInAt: instant('last_sign_in_at').notNull(),
  },
  (table) => [index('known_addresses_last').on(table.lastSignInAt)],
);
