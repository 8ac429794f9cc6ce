import { eq, sql } from 'drizzle-orm';
import type { Box } from '../../contract/boxes';
import type { Item } from '../../contract/items';
import type { Location } from '../../contract/locations';
import { dollarsOrNull } from '../../domain/money';
import type { Database } from '../db/database';
import { boxes, items, locations } from '../db/schema';
import { problem } from '../http/problems';
import { type PricedItem, selectItemsAt } from './itemPrices';
import { toListedLocation } from './toLocation';

/** An item in the shape of the contract. */
export function toItem(row: PricedItem): Item {
  const { id, name, sku, packaging, unitsPerPack, version } = row;
  return {
    _id: id,
    name,
    sku,
    packaging,
    unitsPerPack,
    pricePerPack: dollarsOrNull(row.pricePerPackCents),
    price: dollarsOrNull(row.priceCents),
    active: row.deactivatedAt === null,
    version,
  };
}

/** An item with the prices of an instant. */
export async function findItem(db: Database, id: string, at: Date): Promise<Item> {
  const [row] = await db.transaction((tx) => selectItemsAt(tx, at, eq(items.id, id)));
  if (!row) throw problem.notFound('Item not found');
  return toItem(row);
}

export async function findLocation(db: Database, id: string): Promise<Location> {
  const [row] = await db.select().from(locations).where(eq(locations.id, id));
  if (!row) throw problem.notFound('Location not found');
  return toListedLocation(row);
}

/** Boxes in the shape of the contract. */
export const selectBoxes = (db: Database) =>
  db
    .select({
      _id: boxes.id,
      label: boxes.label,
      size: boxes.size,
      location: { _id: locations.id, name: locations.name },
      active: sql<boolean>`${boxes.deactivatedAt} is null`,
      version: boxes.version,
    })
    .from(boxes)
    .innerJoin(locations, eq(locations.id, boxes.locationId));

export async function findBox(db: Database, id: string): Promise<Box> {
  const [box] = await selectBoxes(db).where(eq(boxes.id, id));
  if (!box) throw problem.notFound('Box not found');
  return box;
}
