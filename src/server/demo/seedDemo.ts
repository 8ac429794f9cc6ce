import { BOX_SIZES } from '../../domain/boxes';
import { toCents } from '../../domain/money';
import { PACKAGINGS } from '../../domain/packaging';
import { hasRole } from '../../domain/roles';
import type { Database } from '../db/database';
import { insertInBatches } from '../db/insertInBatches';
import { newId } from '../db/newId';
import { boxes, deliveries, deliveryLines, locations, users, visits } from '../db/schema';
import { hashPassword } from '../auth/passwords';
import { rebuildRollups } from '../rollups/rebuildRollups';
import { insertItems, type PricedItem } from '../services/itemPrices';
import { pricedLines, totalCentsOf } from '../services/pricedLines';
import { DEMO_ACCOUNTS, type SeededAccount } from './demoAccounts';
import { type DemoDelivery, type DemoHistory, type DemoStore, demoHistory } from './demoHistory';
import { DEMO_ITEMS } from './demoItems';
import { DEMO_BOX_LABELS, DEMO_LOCATIONS } from './demoLocations';
import { type Random, seededRandom } from './seededRandom';

/** The same seed gives the same data; which number it is does not matter. */
const SEED = 20_261;

async function seedUsers(db: Database, now: Date) {
  const rows = await Promise.all(
    DEMO_ACCOUNTS.map(async ({ password, ...account }) => ({
      ...account,
      id: newId(),
      passwordHash: await hashPassword(password),
      createdAt: now,
    })),
  );
  await db.insert(users).values(rows);
  return rows;
}

async function seedItems(db: Database, now: Date): Promise<PricedItem[]> {
  const rows = DEMO_ITEMS.map(({ price, pricePerPack, active, ...item }) => ({
    ...item,
    version: 1,
    changedBy: null,
    deactivatedAt: active ? null : now,
    id: newId(),
    priceCents: price === null ? null : toCents(price),
    pricePerPackCents: pricePerPack === null ? null : toCents(pricePerPack),
    createdAt: now,
  }));
  await insertItems(db, rows);
  return rows;
}

async function seedStores(db: Database, now: Date, random: Random): Promise<DemoStore[]> {
  const locationRows = DEMO_LOCATIONS.map(({ name, address }) => ({ id: newId(), name, ...address, createdAt: now }));
  const boxRows = locationRows.flatMap((location) =>
    DEMO_BOX_LABELS.slice(0, random.int(3, DEMO_BOX_LABELS.length)).map((label, index) => ({
      id: newId(),
      locationId: location.id,
      label,
      size: random.pick(BOX_SIZES),
      position: index + 1,
    })),
  );
  await db.insert(locations).values(locationRows);
  await db.insert(boxes).values(boxRows);
  return locationRows.map(({ id }) => ({
    id,
    boxIds: boxRows.filter((box) => box.locationId === id).map((box) => box.id),
  }));
}

function demoLines(catalogue: readonly PricedItem[], random: Random) {
  return random.sample(catalogue, random.int(1, 4)).map((item) => {
    const ways = PACKAGINGS.filter((way) => (way === 'each' ? item.priceCents : item.pricePerPackCents) !== null);
    const packaging = random.pick(ways);
    const packs = random.int(1, 6) - (random.chance(0.15) ? 0.5 : 0);
    return { item: item.id, packaging, quantity: packaging === 'case' ? packs : random.int(2, 24) };
  });
}

/** The rows of the history, every delivery with lines of what is on offer. */
function historyRows({ visits: made, looseDeliveries }: DemoHistory, catalogue: readonly PricedItem[], random: Random) {
  const offered = catalogue.filter((item) => item.deactivatedAt === null);
  const itemsById = new Map(catalogue.map((item) => [item.id, item]));
  const deliveryOf = ({ at, storeId, ...references }: DemoDelivery, visitId: string | null) => {
    const id = newId();
    const priced = pricedLines(demoLines(offered, random), itemsById);
    const lines = priced.map((line) => ({ ...line, id: newId(), deliveryId: id }));
    const times = { deliveredAt: at, createdAt: at };
    return { ...references, ...times, id, visitId, locationId: storeId, totalCents: totalCentsOf(lines), lines };
  };
  const visitRows = made.map(({ storeId, ...visit }) => {
    const received = { createdAt: visit.startedAt, submitReceivedAt: visit.submittedAt };
    return { ...visit, ...received, id: newId(), locationId: storeId };
  });
  const deliveryRows = [
    ...visitRows.flatMap((visit) => visit.deliveries.map((delivery) => deliveryOf(delivery, visit.id))),
    ...looseDeliveries.map((delivery) => deliveryOf(delivery, null)),
  ];
  return { visitRows, deliveryRows, lineRows: deliveryRows.flatMap((delivery) => delivery.lines) };
}

/**
 * Fills an empty database with demo data: 6 people, 30 stores, 40 items and 90 days of visits
 * up to `now`; the same data every time, moved to `now`. Returns the accounts that can sign in.
 */
export async function seedDemo(db: Database, now: Date): Promise<SeededAccount[]> {
  const random = seededRandom(SEED);
  await db.transaction(async (tx) => {
    const people = await seedUsers(tx, now);
    const catalogue = await seedItems(tx, now);
    const stores = await seedStores(tx, now, random);
    const reps = people.filter((person) => hasRole(person, 'rep'));
    const rows = historyRows(demoHistory(reps, stores, now, random), catalogue, random);
    await insertInBatches(tx, visits, rows.visitRows);
    await insertInBatches(tx, deliveries, rows.deliveryRows);
    await insertInBatches(tx, deliveryLines, rows.lineRows);
    await rebuildRollups(tx);
  });
  return DEMO_ACCOUNTS.filter((account) => account.active);
}
