import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * What slows guessing down (`server/auth/signInLimits`). In the database, so that any number of processes count
 * together. Addresses and accounts stand here as SHA-256 only.
 */

/** Failed sign-ins, and registrations, within one window of time; and who was asked to wait since when. */
export const signInTries = pgTable(
  'sign_in_tries',
  {
    /** What is counted: see `signInLimits`. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** How many there were; of a wait, 1 for the try that has waited. */
    tries: integer('tries').notNull(),
    /** The first failure of the window, or when the wait began. */
    beganAt: instant('began_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('sign_in_tries_began').on(table.beganAt)],
);

/** Accounts and the addresses they have signed in from: there, what others do elsewhere does not lock them out. */
export const knownAddresses = pgTable(
  'known_addresses',
  {
    /** Account and address, as one hash. */
    key: text('key').primaryKey(),
    lastSignInAt: instant('last_sign_in_at').notNull(),
  },
  (table) => [index('known_addresses_last').on(table.lastSignInAt)],
);
