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
import { changePrices } from './itemPrices';

async function assertItem(db: Database, id: string): Promise<void> {
  const [item] = await db.select({ id: items.id }).from(items).where(eq(items.id, id));
  if (!item) throw problem.notFound('Item not found');
}

/** The price history of an item, newest first, prices that are not valid yet included. */
export async function listPrices(db: Database, itemId: string): Promise<ItemPrice[]> {
  await assertItem(db, itemId);
  const { validFrom, priceCents, pricePerPackCents, createdAt } = itemPrices;
  const since = sql<Date | null>`nullif(${validFrom}, '-infinity')`.mapWith(validFrom);
  const rows = await db
    .select({ since, priceCents, pricePerPackCents, createdAt })
    .from(itemPrices)
    .where(eq(itemPrices.itemId, itemId))
    .orderBy(desc(validFrom));
  return rows.map((row) => ({
    validFrom: row.since?.toISOString() ?? null,
    pricePerPack: dollarsOrNull(row.pricePerPackCents),
    price: dollarsOrNull(row.priceCents),
    createdAt: row.createdAt.toISOString(),
  }));
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

/** The prices of an item at an instant, by the current history; `null` for none. */
async function pricesAt(db: Database, itemId: string, at: Date) {
  const [found] = await db
    .select({ priceCents: itemPrices.priceCents, pricePerPackCents: itemPrices.pricePerPackCents })
    .from(itemPrices)
    .where(and(eq(itemPrices.itemId, itemId), lte(itemPrices.validFrom, at)))
    .orderBy(desc(itemPrices.validFrom))
    .limit(1);
  if (!found) return null;
  return { pricePerPack: dollarsOrNull(found.pricePerPackCents), price: dollarsOrNull(found.priceCents) };
}

interface PriceSetting {
  itemId: string;
  user: SessionUser;
  now: Date;
  clock: () => Date;
}

/** Sets the prices of an item from now or a later instant on. Prices that are already set for a later time stay. */
export async function setPrice(
  tx: Database,
  { itemId, user, now, clock }: PriceSetting,
  { from, price, pricePerPack }: SetItemPriceBody,
): Promise<ItemPrice> {
  await assertItem(tx, itemId);
  const beginning = beginningOf(from, now);
  const before = await pricesAt(tx, itemId, beginning ?? now);
  const prices = { priceCents: centsOrNull(price), pricePerPackCents: centsOrNull(pricePerPack) };
  const validFrom = (await changePrices(tx, [{ itemId, ...prices }], clock, beginning)).toISOString();
  const after = { validFrom, pricePerPack: pricePerPack ?? null, price: price ?? null };
  const entry = { userId: user._id, at: now, action: 'setPrice', entity: 'item', entityId: itemId } as const;
  await writeAudit(tx, { ...entry, before, after });
  return { ...after, createdAt: now.toISOString() };
}
