import { eq } from 'drizzle-orm';
import { toCents } from '../../../src/domain/money';
import { newId } from '../../../src/server/db/newId';
import { boxes, deliveries, deliveryLines, locations, users, visits } from '../../../src/server/db/schema';
import { rebuildRollups } from '../../../src/server/rollups/rebuildRollups';
import { insertItems } from '../../../src/server/services/itemPrices';
import type { RealServer } from '../fixture/realServer';
import { PAYLOADS } from './payloads';

const newIds = () => ({
  visit: newId(),
  delivery: newId(),
  user: newId(),
  location: newId(),
  box: newId(),
  item: newId(),
});

/**
 * A company in which every text is an attack: payload by payload a user, a location, a box and an item of that name,
 * and a submitted visit with a delivery and a note of it. Past the calls, so that nothing is cut or refused.
 * Returns the ids of the records of the first payload.
 */
export async function fillWithPayloads({ db }: RealServer): Promise<ReturnType<typeof newIds>> {
  const now = new Date();
  const first = newIds();
  for (const [index, text] of PAYLOADS.entries()) {
    const { visit, delivery, user, location, box, item } = index === 0 ? first : newIds();
    const email = `evil${index}@example.com`;
    await db
      .insert(users)
      .values({ id: user, name: text, email, passwordHash: '-', roles: ['rep'], active: true, createdAt: now });
    const address = { street: text, city: text, state: text, zip: text };
    await db.insert(locations).values({ id: location, name: text, ...address, createdAt: now });
    await db.insert(boxes).values({ id: box, locationId: location, label: text, size: 'M', position: 1 });
    const prices = { priceCents: toCents(index + 1), pricePerPackCents: null };
    const sold = { packaging: text, unitsPerPack: 1, active: true, createdAt: now };
    await insertItems(db, [{ id: item, sku: text, name: text, ...sold, ...prices }]);
    const times = { startedAt: now, submittedAt: now, createdAt: now, submitReceivedAt: now };
    await db
      .insert(visits)
      .values({ id: visit, repId: user, locationId: location, outcome: 'other', note: text, ...times });
    const references = { visitId: visit, repId: user, locationId: location, boxId: box };
    await db
      .insert(deliveries)
      .values({ id: delivery, ...references, deliveredAt: now, createdAt: now, totalCents: 100 });
    const line = { position: 1, itemId: item, packaging: text, unitPriceCents: 100, lineTotalCents: 100 };
    await db.insert(deliveryLines).values({ id: newId(), deliveryId: delivery, quantityHundredths: 100, ...line });
  }
  const all = PAYLOADS.join(' ');
  await db.update(visits).set({ note: all }).where(eq(visits.id, first.visit));
  await db.transaction((tx) => rebuildRollups(tx));
  return first;
}
