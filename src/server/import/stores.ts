import { asc, eq, inArray } from 'drizzle-orm';
import { BOX_SIZES, type BoxSize, boxLabel } from '../../domain/boxes';
import { BOX_COUNT_MAX, BOX_LABEL_PREFIX_DEFAULT } from '../../domain/constants';
import type { Address } from '../../domain/locationRules';
import type { Database } from '../db/database';
import { batchesOf, insertInBatches } from '../db/insertInBatches';
import { newId } from '../db/newId';
import { boxes, locations } from '../db/schema';
import { type Cells, changeOf, optionalText, RowProblem, requiredText, textIfNamed } from './cells';
import type { ComparableKind } from './importFile';

/** The cells of a store; `undefined` where the file has no such column. */
interface StoreRow extends Record<keyof Address, string | undefined> {
  storeNumber: string;
  name: string;
  /** `null`: not in the file. A known store keeps its boxes, and a new one gets one of each size. */
  boxSizes: BoxSize[] | null;
}

/** Parses the sizes of the store's boxes, such as "S M M XL"; `null` for an empty cell or a missing column. */
function readBoxSizes(cells: Cells): BoxSize[] | null {
  const words = optionalText(cells, 'boxes').toUpperCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  if (words.length > BOX_COUNT_MAX) throw new RowProblem(`boxes must be ${BOX_COUNT_MAX} at most`);
  return words.map((word) => {
    const size = BOX_SIZES.find((known) => known === word);
    if (!size) throw new RowProblem(`boxes must be sizes such as "S M L XL", not "${cells.boxes}"`);
    return size;
  });
}

/**
 * Sets the sizes of existing boxes and adds missing ones; removes none. The location is locked, so that no other box
 * gets the position of a new one.
 */
async function setBoxSizes(tx: Database, locationId: string, sizes: readonly BoxSize[]): Promise<void> {
  const existing = await tx
    .select()
    .from(boxes)
    .where(eq(boxes.locationId, locationId))
    .orderBy(asc(boxes.position))
    .for('no key update');
  for (const [index, size] of sizes.entries()) {
    const box = existing[index];
    if (box && box.size !== size) {
      await tx
        .update(boxes)
        .set({ size, version: box.version + 1, changedBy: null })
        .where(eq(boxes.id, box.id));
    }
  }
  const lastPosition = existing.at(-1)?.position ?? 0;
  await insertInBatches(tx, boxes, newBoxes(locationId, sizes.slice(existing.length), lastPosition));
}

function newBoxes(locationId: string, sizes: readonly BoxSize[], after: number) {
  return sizes.map((size, index) => {
    const position = after + index + 1;
    return { id: newId(), locationId, label: boxLabel(BOX_LABEL_PREFIX_DEFAULT, position), size, position };
  });
}

type LocationRow = typeof locations.$inferSelect;

/** The changes that a row makes to a location, as texts, without its boxes. */
function locationChanges(before: LocationRow, row: Omit<StoreRow, 'boxSizes'>): string[] {
  const parts = ['name', 'street', 'city', 'state', 'zip'] as const;
  return parts.flatMap((part) => changeOf(part, before[part], row[part] ?? before[part]));
}

/** The changes that a row makes to a location's boxes: it adds or resizes those it names, the others stay. */
function boxChanges(existing: readonly BoxSize[], row: StoreRow): string[] {
  const sizes = row.boxSizes ?? [];
  return changeOf('boxes', existing.join(' '), [...sizes, ...existing.slice(sizes.length)].join(' '));
}

/** stores.csv: one location per row, found by its store_number. */
export const storesFile: ComparableKind<StoreRow> = {
  file: 'stores.csv',
  columns: ['store_number', 'name'],
  readRow: (cells) => ({
    storeNumber: requiredText(cells, 'store_number'),
    name: requiredText(cells, 'name'),
    street: textIfNamed(cells, 'street'),
    city: textIfNamed(cells, 'city'),
    state: textIfNamed(cells, 'state'),
    zip: textIfNamed(cells, 'zip'),
    boxSizes: readBoxSizes(cells),
  }),
  uniqueKey: (row) => `store_number ${row.storeNumber}`,
  compare: async (tx, rows) => {
    const known = new Map<string | null, LocationRow>();
    const sizes = new Map<string, BoxSize[]>();
    for (const batch of batchesOf(rows)) {
      const numbers = batch.map((row) => row.storeNumber);
      const found = await tx.select().from(locations).where(inArray(locations.storeNumber, numbers));
      for (const location of found) known.set(location.storeNumber, location);
      const ids = found.map((location) => location.id);
      const existing = await tx.select().from(boxes).where(inArray(boxes.locationId, ids)).orderBy(asc(boxes.position));
      for (const { locationId, size } of existing) sizes.set(locationId, [...(sizes.get(locationId) ?? []), size]);
    }
    return rows.map((row) => {
      const before = known.get(row.storeNumber);
      const name = `${row.storeNumber} ${row.name}`;
      if (!before) return { name, changes: null };
      return { name, changes: [...locationChanges(before, row), ...boxChanges(sizes.get(before.id) ?? [], row)] };
    });
  },
  write: async (tx, rows, clock, progress) => {
    const now = clock();
    const written = { created: 0, updated: 0 };
    for (const batch of batchesOf(rows)) {
      const numbers = batch.map((row) => row.storeNumber);
      const known = await tx
        .select()
        .from(locations)
        .where(inArray(locations.storeNumber, numbers))
        .orderBy(asc(locations.id))
        .for('no key update');
      const knownByNumber = new Map(known.map((location) => [location.storeNumber, location]));
      const made = batch
        .filter((row) => !knownByNumber.has(row.storeNumber))
        .map((row) => ({ ...row, id: newId(), createdAt: now }));
      await insertInBatches(
        tx,
        locations,
        made.map(({ boxSizes: _, ...location }) => location),
      );
      await insertInBatches(
        tx,
        boxes,
        made.flatMap((location) => newBoxes(location.id, location.boxSizes ?? BOX_SIZES, 0)),
      );
      for (const { boxSizes, ...location } of batch) {
        const before = knownByNumber.get(location.storeNumber);
        if (!before) continue;
        if (locationChanges(before, location).length > 0) {
          const version = before.version + 1;
          await tx
            .update(locations)
            .set({ ...location, version, changedBy: null })
            .where(eq(locations.id, before.id));
        }
        if (boxSizes) await setBoxSizes(tx, before.id, boxSizes);
      }
      written.created += made.length;
      written.updated += batch.length - made.length;
      progress(written.created + written.updated);
    }
    return written;
  },
};
