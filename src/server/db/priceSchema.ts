import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { items } from './schema';

/**
 * The price history of the items; no other table has prices (`server/services/itemPrices.ts`). The price at an instant
 * is that of the item's row with the latest `validFrom` not after it. A row changes only before it is valid.
 */
export const itemPrices = pgTable(
  'item_prices',
  {
    itemId: text('item_id')
      .notNull()
      .references(() => items.id),
    /** A whole second. An item's first row, inserted with the item, is valid for any time in the past: `-infinity`. */
    validFrom: instant('valid_from').notNull().default(sql`'-infinity'`),
    /** Price of one piece; `null` when there is a pack price only. */
    priceCents: integer('price_cents'),
    /** Price of a pack; `null` when the item is sold by the piece only. */
    pricePerPackCents: integer('price_per_pack_cents'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    /** Serves "the latest row up to an instant" too, read backwards. */
    primaryKey({ columns: [table.itemId, table.validFrom] }),
    check('item_prices_priced', sql`${table.priceCents} is not null or ${table.pricePerPackCents} is not null`),
  ],
);
