import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** The kinds of column that tables share: UTC instants to the millisecond, money as whole cents, raw bytes. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const cents = (name: string) => bigint(name, { mode: 'number' });
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // A plain Uint8Array: the embedded engine recognizes a Buffer only with Node's own globals.
  toDriver: (value) => Uint8Array.from(value),
});
