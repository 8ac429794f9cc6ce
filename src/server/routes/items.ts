import { eq } from 'drizzle-orm';
import { PRICES_AS_OF_HEADER } from '../../contract/headers';
import type { Item } from '../../contract/items';
import { fromCents, toCents } from '../../domain/money';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { items } from '../db/schema';
import { problem } from '../http/problems';
import { route } from '../http/route';
import { insertItems, type PricedItem, selectItemsAt } from '../services/itemPrices';

const dollarsOrNull = (cents: number | null) => (cents === null ? null : fromCents(cents));
const centsOrNull = (dollars: number | undefined) => (dollars === undefined ? null : toCents(dollars));

function toItem(row: PricedItem): Item {
  const { id, name, sku, packaging, unitsPerPack, active } = row;
  return {
    _id: id,
    name,
    sku,
    packaging,
    unitsPerPack,
    pricePerPack: dollarsOrNull(row.pricePerPackCents),
    price: dollarsOrNull(row.priceCents),
    active,
  };
}

/** An item as the contract has it, with the prices of an instant. */
export async function findItem(db: Database, id: string, at: Date): Promise<Item> {
  const [row] = await db.transaction((tx) => selectItemsAt(tx, at, eq(items.id, id)));
  if (!row) throw problem.notFound('Item not found');
  return toItem(row);
}

export const itemsRoutes = [
  route('listItems', async ({ db, now, reply }) => {
    const rows = await db.transaction((tx) => selectItemsAt(tx, now));
    // Set here, because the one set while sending is later than the prices.
    reply.header('Date', now.toUTCString()).header(PRICES_AS_OF_HEADER, now.toISOString());
    return rows.map(toItem);
  }),

  route('createItem', async ({ db, body, now, reply }) => {
    if (body.price === undefined && body.pricePerPack === undefined) {
      throw problem.badRequest('Give the item a price or a price per pack.');
    }
    const { price, pricePerPack, ...given } = body;
    const prices = { priceCents: centsOrNull(price), pricePerPackCents: centsOrNull(pricePerPack) };
    const row = { id: newId(), ...given, ...prices, createdAt: now };
    await insertItems(db, [row]);
    reply.code(201);
    return toItem(row);
  }),
];
