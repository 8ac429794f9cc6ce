import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** The kinds of column that every table shares: UTC instants to the millisecond, and money as whole cents. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const cents = (name: string) => bigint(name, { mode: 'number' });
