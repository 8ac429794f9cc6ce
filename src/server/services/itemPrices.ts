import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { SECOND_MS } from '../../domain/durations';
import type { Database } from '../db/database';
import { batchesOf, insertInBatches } from '../db/insertInBatches';
import { itemPrices } from '../db/priceSchema';
import { items } from '../db/schema';
import { problem } from '../http/problems';

/** An item's prices in whole cents, `null` where it is not sold that way. */
export type Prices = Pick<typeof itemPrices.$inferSelect, 'priceCents' | 'pricePerPackCents'>;

/** An item with its prices of one instant. */
export type PricedItem = typeof items.$inferSelect & Prices;

/** A new item with its first prices. */
export type NewItem = typeof items.$inferInsert & Prices;

/** New prices of an item. */
export type PriceChange = Prices & { itemId: string };

/**
 * The advisory lock of prices, an arbitrary number that is the same in every process. Readers share it; a change holds
 * it exclusively.
 */
const PRICE_LOCK = 7_224_110;

/**
 * The items of a condition with their prices at an instant, ordered by name. The prices of that instant do not change
 * later: the call waits for running price changes, and later changes take effect after any time read from the clock
 * before this call. It runs in a transaction, and the next price change waits for its end.
 */
export async function selectItemsAt(tx: Database, at: Date, where?: SQL): Promise<PricedItem[]> {
  // A separate statement, so that the next one sees the data that was committed while this one waited.
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${PRICE_LOCK})`);
  const { priceCents, pricePerPackCents } = itemPrices;
  const valid = tx
    .select({ priceCents, pricePerPackCents })
    .from(itemPrices)
    .where(and(eq(itemPrices.itemId, items.id), lte(itemPrices.validFrom, at)))
    .orderBy(desc(itemPrices.validFrom))
    .limit(1)
    .as('valid');
  const rows = await tx
    .select({ item: items, priceCents: valid.priceCents, pricePerPackCents: valid.pricePerPackCents })
    .from(items)
    .crossJoinLateral(valid)
    .where(where)
    .orderBy(asc(sql`lower(${items.name})`), asc(items.id));
  return rows.map(({ item, ...prices }) => ({ ...item, ...prices }));
}

/** Inserts new items, each with its first prices, which are valid for any time in the past. */
export async function insertItems(tx: Database, rows: readonly NewItem[]): Promise<void> {
  await insertInBatches(
    tx,
    items,
    rows.map(({ priceCents: _piece, pricePerPackCents: _pack, ...item }) => item),
  );
  await insertInBatches(
    tx,
    itemPrices,
    rows.map(({ id, priceCents, pricePerPackCents, createdAt }) => ({
      itemId: id,
      priceCents,
      pricePerPackCents,
      createdAt,
    })),
  );
}

/** A change of prices: from when it is valid, the items with their prices of before, and those that changed. */
interface ChangedPrices {
  validFrom: Date;
  before: ReadonlyMap<string, PricedItem>;
  changed: readonly PriceChange[];
}

/**
 * Changes prices of items from a later instant on, by default the next whole second. Unchanged prices get no row.
 * `from` is a whole second too, so that an item list and its `Date` header, which is rounded down to the second, have
 * the same prices. The clock is read while the lock is held, so no earlier list is in the time of the new prices. All
 * readers of prices wait for the end of the transaction, so call this last.
 */
export async function changePrices(
  tx: Database,
  changes: readonly PriceChange[],
  clock: () => Date,
  from: Date | null = null,
): Promise<ChangedPrices> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PRICE_LOCK})`);
  const now = clock();
  const nextSecond = new Date((Math.floor(now.getTime() / SECOND_MS) + 1) * SECOND_MS);
  const validFrom = from ?? nextSecond;
  if (validFrom < nextSecond) throw problem.badRequest('A price can begin today or on a later day.');
  const before = new Map<string, PricedItem>();
  for (const batch of batchesOf(changes.map((change) => change.itemId))) {
    for (const item of await selectItemsAt(tx, validFrom, inArray(items.id, batch))) before.set(item.id, item);
  }
  const changed = changes.filter(({ itemId, priceCents, pricePerPackCents }) => {
    const known = before.get(itemId);
    return known?.priceCents !== priceCents || known.pricePerPackCents !== pricePerPackCents;
  });
  const rows = changed.map((change) => ({ ...change, validFrom, createdAt: now }));
  for (const batch of batchesOf(rows)) {
    // For two changes of one instant the second replaces the first, which was never valid.
    await tx
      .insert(itemPrices)
      .values(batch)
      .onConflictDoUpdate({
        target: [itemPrices.itemId, itemPrices.validFrom],
        set: {
          priceCents: sql`excluded.price_cents`,
          pricePerPackCents: sql`excluded.price_per_pack_cents`,
          createdAt: sql`excluded.created_at`,
        },
      });
  }
  return { validFrom, before, changed };
}
