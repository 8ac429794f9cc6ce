import { asc } from 'drizzle-orm';
import type { Database } from '../../../src/server/db/database';
import { deliveries, deliveryLines } from '../../../src/server/db/schema';

/** What the tables say of the deliveries that devices sent, one after the other on each device. */
export interface TableVerdict {
  /** Sent and acknowledged, and not in the tables. */
  lost: number;
  /** In the tables more than once. */
  doubled: number;
  /** Recorded before one that the same device had sent earlier. */
  outOfOrder: number;
  /** Recorded under somebody else's name. */
  misattributed: number;
  /** A delivery without all its lines. */
  torn: number;
}

/** The marks of the deliveries in the tables, by the deliveries' ids: the quantities of their lines. */
async function marksById(db: Database): Promise<Map<string, number[]>> {
  const marks = new Map<string, number[]>();
  for (const { deliveryId, quantityHundredths } of await db.select().from(deliveryLines)) {
    const found = marks.get(deliveryId);
    if (found) found.push(quantityHundredths / 100);
    else marks.set(deliveryId, [quantityHundredths / 100]);
  }
  return marks;
}

/** Every mark that stands in the tables. */
export async function recordedMarks(db: Database): Promise<Set<number>> {
  return new Set([...(await marksById(db)).values()].flat());
}

/**
 * Every delivery carries its number as the quantity of its `lines`; `repOf` says who sent it.
 */
export async function judgeTables(
  db: Database,
  acknowledged: ReadonlySet<number>,
  repOf: (number: number) => string,
  lines: number,
): Promise<TableVerdict> {
  const numbersOf = await marksById(db);
  const recorded = await db.select().from(deliveries).orderBy(asc(deliveries.createdAt), asc(deliveries.id));
  const times = new Map<number, Date>();
  const verdict: TableVerdict = { lost: 0, doubled: 0, outOfOrder: 0, misattributed: 0, torn: 0 };
  for (const { id, repId, createdAt } of recorded) {
    const [first, ...others] = numbersOf.get(id) ?? [];
    if (first === undefined || others.length !== lines - 1 || others.some((one) => one !== first)) verdict.torn += 1;
    const number = first ?? 0;
    if (times.has(number)) verdict.doubled += 1;
    else times.set(number, createdAt);
    if (repId !== repOf(number)) verdict.misattributed += 1;
  }
  for (const number of acknowledged) if (!times.has(number)) verdict.lost += 1;
  const latest = new Map<string, Date>();
  for (const [number, time] of [...times].sort(([one], [other]) => one - other)) {
    const before = latest.get(repOf(number));
    if (before && time < before) verdict.outOfOrder += 1;
    else latest.set(repOf(number), time);
  }
  return verdict;
}
