import type { Database } from '../../../src/server/db/database';
import { newId } from '../../../src/server/db/newId';
import { boxes, locations, users, visits } from '../../../src/server/db/schema';
import { changePrices, insertItems, type PricedItem, type Prices } from '../../../src/server/services/itemPrices';

/**
 * Inserts rows without the calls. Each function takes the fields that matter to a test and has defaults for the others.
 */

export const NOW = new Date('2026-03-10T15:00:00.000Z');

type Given<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

async function inserted<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (!row) throw new Error('Nothing was inserted');
  return row;
}

/** An active rep who cannot sign in by password (the hash is no hash). */
export function aUser(db: Database, given: Given<typeof users> = {}) {
  const id = given.id ?? newId();
  const row = { name: 'Ada Rep', email: `${id}@example.com`, passwordHash: '-', active: true, createdAt: NOW };
  return inserted(
    db
      .insert(users)
      .values({ ...row, roles: ['rep'], ...given, id })
      .returning(),
  );
}

export function aLocation(db: Database, given: Given<typeof locations> = {}) {
  const address = { street: '1 Main St', city: 'Ames', state: 'IA', zip: '50010' };
  return inserted(
    db
      .insert(locations)
      .values({ id: newId(), name: 'Corner Store', ...address, createdAt: NOW, ...given })
      .returning(),
  );
}

/** A box of a location; give the position when a location has more than one. */
export function aBox(db: Database, given: Given<typeof boxes> & { locationId: string }) {
  const position = given.position ?? 1;
  return inserted(
    db
      .insert(boxes)
      .values({ id: newId(), label: `Box ${position}`, size: 'M', position, ...given })
      .returning(),
  );
}

/** An item at $1.50 the piece and $15.00 the pack of 12, from the beginning. */
export async function anItem(db: Database, given: Partial<PricedItem> = {}): Promise<PricedItem> {
  const id = given.id ?? newId();
  const prices = { priceCents: 150, pricePerPackCents: 1500, unitsPerPack: 12 };
  const status = { version: 1, changedBy: null, deactivatedAt: null, createdAt: NOW };
  const row = { sku: `SKU-${id}`, name: 'Cola', packaging: 'each', ...prices, ...status };
  const item = { ...row, ...given, id };
  await insertItems(db, [item]);
  return item;
}

/** New prices of an item, changed at an instant and thus valid from the next second on. */
export async function aPriceChange(db: Database, itemId: string, prices: Prices, at: Date): Promise<void> {
  await db.transaction((tx) => changePrices(tx, [{ itemId, ...prices }], () => at));
}

/** An open visit. */
export function aVisit(db: Database, given: Given<typeof visits> & { repId: string; locationId: string }) {
  return inserted(
    db
      .insert(visits)
      .values({ id: newId(), startedAt: NOW, createdAt: NOW, ...given })
      .returning(),
  );
}
