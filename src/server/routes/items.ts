import { eq } from 'drizzle-orm';
import { PRICES_AS_OF_HEADER } from '../../contract/headers';
import { centsOrNull } from '../../domain/money';
import { newId } from '../db/newId';
import { items } from '../db/schema';
import { problem } from '../http/problems';
import { assertVersion, ifMatchOf } from '../http/ifMatch';
import { route } from '../http/route';
import { deactivatedAtAfter, saveCatalogueChange } from '../services/catalogueChange';
import { findItem, toItem } from '../services/catalogueRows';
import { insertItems, selectItemsAt } from '../services/itemPrices';
import { listPrices, setPrice } from '../services/priceHistory';

export const itemsRoutes = [
  route('listItems', async ({ db, now, reply }) => {
    const rows = await db.transaction((tx) => selectItemsAt(tx, now));
    // Set here, because the one set while sending is later than the prices.
    reply.header('Date', now.toUTCString()).header(PRICES_AS_OF_HEADER, now.toISOString());
    return rows.map(toItem);
  }),

  route('createItem', async ({ db, body, now, reply }) => {
    const { price, pricePerPack, active, ...given } = body;
    const prices = { priceCents: centsOrNull(price), pricePerPackCents: centsOrNull(pricePerPack) };
    const status = { version: 1, changedBy: null, deactivatedAt: active ? null : now };
    const row = { id: newId(), ...given, ...prices, ...status, createdAt: now };
    await insertItems(db, [row]);
    reply.code(201);
    return toItem(row);
  }),

  route('updateItem', async ({ db, user, params: { id }, body, now, request }) => {
    const [before] = await db.select().from(items).where(eq(items.id, id)).for('no key update');
    if (!before) throw problem.notFound('Item not found');
    await assertVersion(db, before, ifMatchOf(request), () => findItem(db, id, now));
    const after = {
      ...before,
      name: body.name ?? before.name,
      sku: body.sku ?? before.sku,
      packaging: body.packaging ?? before.packaging,
      unitsPerPack: body.unitsPerPack ?? before.unitsPerPack,
      deactivatedAt: deactivatedAtAfter(before, body.active, now),
    };
    await saveCatalogueChange(db, {
      entity: 'item',
      user,
      now,
      before,
      after,
      write: (row) => db.update(items).set(row).where(eq(items.id, id)),
      read: ({ name, sku, packaging, unitsPerPack, deactivatedAt }) => ({
        name,
        sku,
        packaging,
        unitsPerPack,
        active: deactivatedAt === null,
      }),
    });
    return findItem(db, id, now);
  }),

  route('listItemPrices', ({ db, params }) => listPrices(db, params.id)),

  route('setItemPrice', ({ db, user, params, body, now, clock, reply }) => {
    reply.code(201);
    return setPrice(db, { itemId: params.id, user, now, clock }, body);
  }),
];
