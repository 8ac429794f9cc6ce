import fc from 'fast-check';
import { OUTCOMES, type Outcome } from '../../../src/domain/outcomes';
import type { Database } from '../../../src/server/db/database';
import { items, users } from '../../../src/server/db/schema';
import { importFile } from '../../../src/server/import/importFile';
import { itemsFile } from '../../../src/server/import/items';
import { Problem } from '../../../src/server/http/problems';
import type { SessionUser } from '../../../src/server/http/route';
import { createDelivery, updateDelivery } from '../../../src/server/services/changeDelivery';
import { submitVisit, updateVisit } from '../../../src/server/services/changeVisit';
import { startVisit } from '../../../src/server/services/startVisit';
import { aBox, aLocation, anItem, aPriceChange, aUser, NOW } from './builders';

/** The fixtures of the histories: two reps, two stores with one box each, three items (two with one name). */
export async function aStage(db: Database) {
  const reps = [await aUser(db, { name: 'Ada' }), await aUser(db, { name: 'Ben_% O’Hara' })];
  const stores = [await aLocation(db, { name: 'North' }), await aLocation(db, { name: 'South' })];
  const boxes = [];
  for (const store of stores) boxes.push(await aBox(db, { locationId: store.id }));
  const goods = [await anItem(db), await anItem(db), await anItem(db, { name: 'Rye', priceCents: 333 })];
  return { reps, stores, boxes, goods };
}
export type Stage = Awaited<ReturnType<typeof aStage>>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Instants at and around midnights, of half a year on both sides of 1970 and of one around today. */
export const instants = fc
  .record({
    year: fc.constantFrom(0, Math.floor(NOW.getTime() / DAY_MS)),
    day: fc.integer({ min: -90, max: 90 }),
    ms: fc.constantFrom(-1, 0, 1, 5 * HOUR_MS, 18 * HOUR_MS),
  })
  .map(({ year, day, ms }) => new Date((year + day) * DAY_MS + ms));

const nth = fc.nat({ max: 30 });
const lines = fc.array(
  fc.record({
    item: fc.nat({ max: 2 }),
    quantity: fc.constantFrom(0.01, 0.5, 1.11, 7),
    packaging: fc.constantFrom('each', 'case'),
  }),
  { maxLength: 4 },
);
const outcomes: fc.Arbitrary<Outcome> = fc.constantFrom(...OUTCOMES);

const cents = fc.constantFrom(0, 1, 99, 333);
/** When a delivery was made, and the instant whose prices its form showed. */
const times = { at: instants, pricesAsOf: instants };

/** One step of a history. Numbers name the rows, modulo how many there are. */
export const steps = fc.oneof(
  fc.record({ do: fc.constant('start' as const), rep: nth, store: nth, at: instants }),
  fc.record({ do: fc.constant('deliver' as const), rep: nth, store: nth, visit: fc.option(nth), lines, ...times }),
  fc.record({ do: fc.constant('edit' as const), delivery: nth, lines, pricesAsOf: instants }),
  fc.record({ do: fc.constant('reprice' as const), item: nth, cents, at: instants }),
  fc.record({ do: fc.constant('import' as const), item: fc.nat({ max: 3 }), cents, at: instants }),
  fc.record({ do: fc.constant('submit' as const), visit: nth, outcome: outcomes, at: instants }),
  fc.record({ do: fc.constant('change' as const), visit: nth, outcome: outcomes }),
  fc.record({ do: fc.constant('rename' as const), name: fc.constantFrom('Zoë', 'ada', 'Cola') }),
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

/** Runs the steps in order, each in its own transaction; a refused step has no effect. */
export async function play(db: Database, stage: Stage, story: readonly Step[]): Promise<void> {
  const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
  const made: { visits: { id: string; store: number; rep: SessionUser }[]; deliveries: string[] } = {
    visits: [],
    deliveries: [],
  };
  const asUser = (index: number): SessionUser => {
    const row = pick(stage.reps, index) ?? { id: '', name: '', email: '' };
    return { _id: row.id, name: row.name, email: row.email, roles: ['rep', 'admin'] };
  };
  const admin = asUser(0);
  const drafts = (of: { item: number; quantity: number; packaging: string }[]) =>
    of.map((line) => ({
      ...line,
      item: stage.goods[line.item]?.id ?? '',
      quantity: line.packaging === 'each' ? Math.ceil(line.quantity) : line.quantity,
    }));

  const take = async (tx: Database, step: Step): Promise<void> => {
    if (step.do === 'start') {
      const [rep, location] = [asUser(step.rep), pick(stage.stores, step.store)?.id ?? ''];
      const { id } = await startVisit(tx, { user: rep, location, rep: undefined, capturedAt: step.at, now: NOW });
      made.visits.push({ id, store: step.store, rep });
    } else if (step.do === 'deliver') {
      const visit = step.visit === null ? undefined : pick(made.visits, step.visit);
      const store = visit?.store ?? step.store;
      const references = { location: pick(stage.stores, store)?.id ?? '', box: pick(stage.boxes, store)?.id ?? '' };
      const body = { ...references, lines: drafts(step.lines), ...(visit && { visit: visit.id }) };
      const user = visit?.rep ?? asUser(step.rep);
      const { at: capturedAt, pricesAsOf } = step;
      made.deliveries.push(await createDelivery(tx, { user, body, capturedAt, pricesAsOf, now: NOW }));
    } else if (step.do === 'edit') {
      const id = pick(made.deliveries, step.delivery) ?? '';
      await updateDelivery(
        tx,
        { id, user: admin, capturedAt: NOW, pricesAsOf: step.pricesAsOf, now: NOW, ifMatch: null },
        drafts(step.lines),
      );
    } else if (step.do === 'reprice') {
      const prices = { priceCents: step.cents, pricePerPackCents: step.cents * 10 };
      await aPriceChange(tx, pick(stage.goods, step.item)?.id ?? '', prices, step.at);
    } else if (step.do === 'import') {
      const sku = stage.goods[step.item]?.sku ?? 'NEW';
      const file = `item_number,name,units_per_pack,price,price_per_pack\r\n${sku},Rum,6,${step.cents / 100},`;
      const options = { clock: () => step.at, strict: true, onProgress: () => undefined };
      await importFile(tx, itemsFile, file, options);
    } else if (step.do === 'rename') {
      await tx.update(users).set({ name: step.name });
      await tx.update(items).set({ name: step.name });
    } else {
      const id = pick(made.visits, step.visit)?.id ?? '';
      const change = { id, user: admin, now: NOW, ifMatch: null, capturedAt: step.do === 'submit' ? step.at : NOW };
      if (step.do === 'submit') await submitVisit(tx, change, { outcome: step.outcome, note: undefined });
      else await updateVisit(tx, change, { outcome: step.outcome });
    }
  };

  for (const step of story) {
    try {
      await db.transaction((tx) => take(tx, step));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
}
