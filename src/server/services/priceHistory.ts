import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { ItemPrice, SetItemPriceBody } from '../../contract/items';
import { PRICE_AHEAD_DAYS_MAX } from '../../domain/constants';
import { parseInstant } from '../../domain/dateTexts';
import { DAY_MS } from '../../domain/durations';
import { centsOrNull, dollarsOrNull } from '../../domain/money';
import type { Database } from '../db/database';
import { itemPrices } from '../db/priceSchema';
import { items } from '../db/schema';
import { problem } from '../http/problems';
import type { SessionUser } from '../http/route';
import { writeAudit } from './audit';
import { changePrices, type Prices } from './itemPrices';

async function assertItem(db: Database, id: string): Promise<void> {
  const [item] = await db.select({ id: items.id }).from(items).where(eq(items.id, id));
  if (!item) throw problem.notFound('Item not found');
}

const inDollars = ({ priceCents, pricePerPackCents }: Prices) => ({
  pricePerPack: dollarsOrNull(pricePerPackCents),
  price: dollarsOrNull(priceCents),
});

/** The prices of an item that begin at `until` or earlier, newest first; without `until` all. */
async function readPrices(db: Database, itemId: string, until?: Date): Promise<ItemPrice[]> {
  const { validFrom, priceCents, pricePerPackCents, createdAt } = itemPrices;
  const since = sql<Date | null>`nullif(${validFrom}, '-infinity')`.mapWith(validFrom);
  const rows = await db
    .select({ since, priceCents, pricePerPackCents, createdAt })
    .from(itemPrices)
    .where(and(eq(itemPrices.itemId, itemId), until && lte(validFrom, until)))
    .orderBy(desc(validFrom));
  return rows.map((row) => ({
    validFrom: row.since?.toISOString() ?? null,
    ...inDollars(row),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The price history of an item, newest first, prices that are not valid yet included. */
export async function listPrices(db: Database, itemId: string): Promise<ItemPrice[]> {
  await assertItem(db, itemId);
  return readPrices(db, itemId);
}

/** The instant from which a price is valid; `null`: now. Throws 400 for an implausible one. */
function beginningOf(from: string | undefined, now: Date): Date | null {
  if (from === undefined) return null;
  const instant = parseInstant(from);
  if (!instant || instant.getTime() % 1000 !== 0) {
    throw problem.badRequest('"from" must be an ISO instant to the whole second, such as 2026-03-11T06:00:00Z.');
  }
  if (instant.getTime() > now.getTime() + PRICE_AHEAD_DAYS_MAX * DAY_MS) {
    throw problem.badRequest('A price can begin within the next five years.');
  }
  return instant;
}

interface PriceSetting {
  itemId: string;
  user: SessionUser;
  now: Date;
  clock: () => Date;
}

/**
 * Sets the prices of an item from now or a later instant on. Prices that are already set for a later time stay. Returns
 * the prices that are valid then: the earlier ones when they are the same, which writes nothing.
 */
export async function setPrice(
  tx: Database,
  { itemId, user, now, clock }: PriceSetting,
  { from, price, pricePerPack }: SetItemPriceBody,
): Promise<ItemPrice> {
  await assertItem(tx, itemId);
  const change = { itemId, priceCents: centsOrNull(price), pricePerPackCents: centsOrNull(pricePerPack) };
  const { validFrom, before, changed } = await changePrices(tx, [change], clock, beginningOf(from, now));
  const earlier = before.get(itemId);
  if (changed.length > 0) {
    const entry = { userId: user._id, at: now, action: 'setPrice', entity: 'item', entityId: itemId } as const;
    const after = { validFrom: validFrom.toISOString(), ...inDollars(change) };
    await writeAudit(tx, { ...entry, before: earlier ? inDollars(earlier) : null, after });
  }
  const [valid] = await readPrices(tx, itemId, validFrom);
  if (!valid) throw new Error(`Item ${itemId} has no price`);
  return valid;
}
