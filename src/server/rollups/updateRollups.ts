import { sql } from 'drizzle-orm';
import type { Outcome } from '../../domain/outcomes';
import type { Database } from '../db/database';
import { dayOf, SPANS_OF_ALL, SPANS_OF_LOCATION, spanStart } from './rangeParts';
import {
  ALL_LOCATIONS,
  columnList,
  deliveriesByRep,
  keyNames,
  linesByItem,
  type Rollup,
  visitsByRepAndOutcome,
} from './rollups';

/** A change of one rollup row: the values of its keys, and what to add to each sum. */
interface Change {
  keys: readonly string[];
  sums: readonly number[];
}

interface LocationAndTime {
  locationId: string;
  at: Date;
}

/** The rollup rows that include a delivery or visit at this location and time. */
function scopesOf({ locationId, at }: LocationAndTime): [locationId: string, spanDays: number, day: number][] {
  const day = dayOf(at);
  return [
    ...SPANS_OF_ALL.map((span): [string, number, number] => [ALL_LOCATIONS, span, spanStart(day, span)]),
    ...SPANS_OF_LOCATION.map((span): [string, number, number] => [locationId, span, spanStart(day, span)]),
  ];
}

const byKeys = (a: Change, b: Change) => (a.keys.join() < b.keys.join() ? -1 : 1);

/**
 * Adds the changes to the stored sums. Every writer locks the rows in the same order, so that two writers cannot
 * deadlock.
 */
async function addChanges(
  tx: Database,
  rollup: Rollup,
  occurrence: LocationAndTime,
  changes: readonly Change[],
): Promise<void> {
  const real = changes.filter(({ sums }) => sums.some((sum) => sum !== 0)).toSorted(byKeys);
  if (real.length === 0) return;
  const names = Object.keys(rollup.sums);
  const rows = scopesOf(occurrence).flatMap((scope) => real.map(({ keys, sums }) => [...scope, ...keys, ...sums]));
  const values = rows.map(
    (row) =>
      sql`(${sql.join(
        row.map((value) => sql`${value}`),
        sql`, `,
      )})`,
  );
  const added = names.map((name) => {
    const column = sql.identifier(name);
    return sql`${column} = ${rollup.table}.${column} + excluded.${column}`;
  });
  await tx.execute(sql`
    insert into ${rollup.table} (${columnList([...keyNames(rollup), ...names])})
    values ${sql.join(values, sql`, `)}
    on conflict (${columnList(keyNames(rollup))}) do update set ${sql.join(added, sql`, `)}`);
}

/** The fields of a line that the sums use. */
interface SummedLine {
  itemId: string;
  quantityHundredths: number;
  lineTotalCents: number;
}

interface ItemSums {
  quantity: number;
  cents: number;
  /** Whether the delivery has lines of the item. It counts once, however many there are. */
  hasLines: boolean;
}

function sumsByItem(lines: readonly SummedLine[]): Map<string, ItemSums> {
  const sums = new Map<string, ItemSums>();
  for (const { itemId, quantityHundredths, lineTotalCents } of lines) {
    const { quantity, cents } = sums.get(itemId) ?? NO_LINES;
    sums.set(itemId, { quantity: quantity + quantityHundredths, cents: cents + lineTotalCents, hasLines: true });
  }
  return sums;
}

const NO_LINES: ItemSums = { quantity: 0, cents: 0, hasLines: false };

/** Updates the sums for a delivery whose lines were `before` (`null`: it is new) and are `after`. */
export async function addDeliveryToRollups(
  tx: Database,
  delivery: { repId: string; locationId: string; deliveredAt: Date },
  before: readonly SummedLine[] | null,
  after: readonly SummedLine[],
): Promise<void> {
  const occurrence = { locationId: delivery.locationId, at: delivery.deliveredAt };
  const [was, is] = [sumsByItem(before ?? []), sumsByItem(after)];
  const changes = [...new Set([...was.keys(), ...is.keys()])].map((itemId) => {
    const [old, now] = [was.get(itemId) ?? NO_LINES, is.get(itemId) ?? NO_LINES];
    const sums = [now.quantity - old.quantity, now.cents - old.cents, Number(now.hasLines) - Number(old.hasLines)];
    return { keys: [itemId], sums };
  });
  await addChanges(tx, linesByItem, occurrence, changes);
  const cents = changes.reduce((sum, change) => sum + (change.sums[1] ?? 0), 0);
  await addChanges(tx, deliveriesByRep, occurrence, [
    { keys: [delivery.repId], sums: [cents, before === null ? 1 : 0] },
  ]);
}

/** Updates the sums for a submitted visit whose outcome was `before` (`null`: it is being submitted) and is `after`. */
export async function addVisitToRollups(
  tx: Database,
  visit: { repId: string; locationId: string; submittedAt: Date },
  before: Outcome | null,
  after: Outcome,
): Promise<void> {
  if (before === after) return;
  const occurrence = { locationId: visit.locationId, at: visit.submittedAt };
  const added = { keys: [visit.repId, after], sums: [1] };
  const removed = before === null ? [] : [{ keys: [visit.repId, before], sums: [-1] }];
  await addChanges(tx, visitsByRepAndOutcome, occurrence, [added, ...removed]);
}
