import fc from 'fast-check';
import { gt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database';
import { deliveryRollups, itemRollups, visitRollups } from '../../../../src/server/db/rollupSchema';
import { seedDemo } from '../../../../src/server/demo/seedDemo';
import { fillEmptyRollups, rebuildRollups } from '../../../../src/server/rollups/rebuildRollups';
import {
  countDeliveries,
  itemsUsage,
  outcomeCounts,
  repProductivity,
} from '../../../../src/server/services/reportQueries';
import type { ParsedSalesFilter } from '../../../../src/server/services/salesFilter';
import { NOW } from '../../../support/server/builders';
import { serverOfEachTest } from '../../../support/server/serverOfFile';
import { type DirectSums, directSums, readHistory } from '../../../support/server/directSums';
import { aStage, instants, play, type Stage, steps } from '../../../support/server/salesHistory';

const server = await serverOfEachTest();

const NO_FILTER: ParsedSalesFilter = { from: null, to: null, location: null, repId: null, repName: null };
const inAnyOrder = <Row>(rows: readonly Row[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row ?? {}).sort())).sort();
const comparable = (sums: DirectSums) => ({ ...sums, items: inAnyOrder(sums.items), reps: inAnyOrder(sums.reps) });

async function reported(db: Database, filter: ParsedSalesFilter): Promise<DirectSums> {
  const items = await itemsUsage(db, filter, null);
  expect(items.map((row) => row.quantity)).toEqual(items.map((row) => row.quantity).toSorted((a, b) => b - a));
  return {
    items,
    reps: await repProductivity(db, filter),
    outcomes: await outcomeCounts(db, filter),
    deliveries: await countDeliveries(db, filter),
  };
}

/** The stored sums, without empty rows. */
async function storedSums(db: Database) {
  return [
    inAnyOrder(await db.select().from(itemRollups).where(gt(itemRollups.deliveries, 0))),
    inAnyOrder(await db.select().from(deliveryRollups).where(gt(deliveryRollups.deliveries, 0))),
    inAnyOrder(await db.select().from(visitRollups).where(gt(visitRollups.visits, 0))),
  ];
}

const filters = fc.record({
  from: fc.option(instants),
  to: fc.option(instants),
  store: fc.option(fc.nat({ max: 1 })),
  rep: fc.constantFrom('any', 'any', 'id', '_%', 'A'),
});

function filterOf(stage: Stage, { from, to, store, rep }: typeof filters extends fc.Arbitrary<infer F> ? F : never) {
  const repId = rep === 'id' ? (stage.reps[0]?.id ?? null) : null;
  const repName = rep === 'any' || rep === 'id' ? null : rep;
  return { from, to, location: store === null ? null : (stage.stores[store]?.id ?? null), repId, repName };
}

describe('the rollups', () => {
  it('equal the sums of the rows after any history, for any filter, and a rebuild does not change them', async () => {
    const story = fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' });
    const chosenFilters = fc.array(filters, { minLength: 4, maxLength: 8, size: 'max' });
    await fc.assert(
      fc.asyncProperty(story, chosenFilters, async (done, chosen) => {
        await server.reset();
        const stage = await aStage(server.db);
        await play(server.db, stage, done);
        const history = await readHistory(server.db);
        for (const filter of [NO_FILTER, ...chosen.map((one) => filterOf(stage, one))]) {
          expect(comparable(await reported(server.db, filter))).toEqual(comparable(directSums(history, filter)));
        }
        const before = await storedSums(server.db);
        await server.db.transaction(rebuildRollups);
        expect(await storedSums(server.db)).toEqual(before);
      }),
      { numRuns: 20 },
    );
  });

  it('exist after the demo data is inserted, and equal the sums of its ninety days', async () => {
    await seedDemo(server.db, NOW);
    const history = await readHistory(server.db);
    const month = { ...NO_FILTER, from: new Date(NOW.getTime() - 29.6 * 86_400_000), to: NOW };
    for (const filter of [NO_FILTER, month, { ...month, location: history.made[0]?.delivery.locationId ?? '' }]) {
      const direct = directSums(history, filter);
      expect(direct.items.length).toBeGreaterThan(0);
      expect(comparable(await reported(server.db, filter))).toEqual(comparable(direct));
    }
  });

  it('are filled when a database that lacks them is opened', async () => {
    await seedDemo(server.db, NOW);
    const before = await storedSums(server.db);
    for (const table of [itemRollups, deliveryRollups, visitRollups]) await server.db.delete(table);
    await fillEmptyRollups(server.db);
    expect(await storedSums(server.db)).toEqual(before);
  });

  it('are exact when 60 deliveries of one item arrive at once', async () => {
    const stage = await aStage(server.db);
    const [location, box, item] = [stage.stores[0]?.id ?? '', stage.boxes[0]?.id ?? '', stage.goods[0]?.id ?? ''];
    const other = stage.goods[1]?.id ?? '';
    const line = (id: string) => ({ item: id, quantity: 1, packaging: 'each' });
    const reps = await Promise.all([server.signIn('rep'), server.signIn('rep'), server.signIn('rep')]);
    const responses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const lines = index % 2 === 0 ? [line(item), line(other)] : [line(other), line(item)];
        return await reps[index % 3]?.post('/api/deliveries', { location, box, lines });
      }),
    );
    expect(responses.map((response) => response?.statusCode)).toEqual(Array.from({ length: 60 }, () => 201));
    expect(await itemsUsage(server.db, NO_FILTER, null)).toMatchObject([
      { quantity: 60, deliveries: 60 },
      { quantity: 60, deliveries: 60 },
    ]);
  });
});
