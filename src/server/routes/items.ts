import { asc, sql } from 'drizzle-orm';
import type { Item } from '../../contract/items';
import { fromCents, toCents } from '../../domain/money';
import { newId } from '../db/newId';
import { items } from '../db/schema';
import { problem } from '../problems';
import { route } from '../route';

const dollarsOrNull = (cents: number | null) => (cents === null ? null : fromCents(cents));
const centsOrNull = (dollars: number | undefined) => (dollars === undefined ? null : toCents(dollars));

function toItem(row: typeof items.$inferSelect): Item {
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

export const itemsRoutes = [
  route('listItems', async ({ db }) => {
    const rows = await db
      .select()
      .from(items)
      .orderBy(asc(sql`lower(${items.name})`), asc(items.id));
    return rows.map(toItem);
  }),

  route('createItem', async ({ db, body, now, reply }) => {
    if (body.price === undefined && body.pricePerPack === undefined) {
      throw problem.badRequest('Give the item a price or a price per pack.');
    }
    const { price, pricePerPack, ...given } = body;
    const prices = { priceCents: centsOrNull(price), pricePerPackCents: centsOrNull(pricePerPack) };
    const row = { id: newId(), ...given, ...prices, createdAt: now };
    await db.insert(items).values(row);
    reply.code(201);
    return toItem(row);
  }),
];
