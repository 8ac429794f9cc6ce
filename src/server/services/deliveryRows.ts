import { asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Delivery, DeliveryLine } from '../../contract/deliveries';
import { fromCents } from '../../domain/money';
import { shortNote } from '../../domain/noteRules';
import { fromHundredths } from '../../domain/quantity';
import type { Database } from '../db/database';
import { boxes, deliveries, deliveryLines, items, locations, users, visits } from '../db/schema';
import { problem } from '../http/problems';
import { locationColumns, toLocation } from './toLocation';
import { listedNote, notesOfVisits, withFirstOfVisit } from './visitNotes';

/** Newest first; the id decides a tie, so that pages never overlap. */
const newestDeliveryFirst = [desc(deliveries.deliveredAt), asc(deliveries.id)];

const { deliveryId, itemId, packaging, quantityHundredths, unitPriceCents, lineTotalCents } = deliveryLines;
const lineColumns = { deliveryId, itemId, packaging, quantityHundredths, unitPriceCents, lineTotalCents };

const deliveryColumns = {
  delivery: {
    id: deliveries.id,
    repId: deliveries.repId,
    deliveredAt: deliveries.deliveredAt,
    createdAt: deliveries.createdAt,
    totalCents: deliveries.totalCents,
    version: deliveries.version,
  },
  repName: users.name,
  location: locationColumns,
  box: { id: boxes.id, label: boxes.label, size: boxes.size },
  visit: { id: visits.id, outcome: visits.outcome, submittedAt: visits.submittedAt },
};

/** The lines of many deliveries in one query, in the order entered. */
async function linesByDelivery(db: Database, deliveryIds: readonly string[]): Promise<Map<string, DeliveryLine[]>> {
  const found = new Map<string, DeliveryLine[]>(deliveryIds.map((id) => [id, []]));
  if (deliveryIds.length === 0) return found;
  const rows = await db
    .select({ line: lineColumns, name: items.name })
    .from(deliveryLines)
    .innerJoin(items, eq(items.id, deliveryLines.itemId))
    .where(inArray(deliveryLines.deliveryId, [...deliveryIds]))
    .orderBy(asc(deliveryLines.deliveryId), asc(deliveryLines.position));
  for (const { line, name } of rows) {
    found.get(line.deliveryId)?.push({
      item: { _id: line.itemId, name },
      packaging: line.packaging,
      quantity: fromHundredths(line.quantityHundredths),
      unitPrice: fromCents(line.unitPriceCents),
      lineTotal: fromCents(line.lineTotalCents),
    });
  }
  return found;
}

/**
 * The deliveries of a condition in the shape of the contract, newest first. `wholeNotes`: with complete notes, however
 * long; otherwise they are shortened as in a list.
 */
async function selectDeliveries(db: Database, where: SQL, wholeNotes: boolean): Promise<Delivery[]> {
  const rows = await db
    .select({ ...deliveryColumns, note: withFirstOfVisit(wholeNotes ? sql`${visits.note}` : listedNote) })
    .from(deliveries)
    .innerJoin(users, eq(users.id, deliveries.repId))
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .innerJoin(boxes, eq(boxes.id, deliveries.boxId))
    .leftJoin(visits, eq(visits.id, deliveries.visitId))
    .where(where)
    .orderBy(...newestDeliveryFirst);
  const lines = await linesByDelivery(
    db,
    rows.map((row) => row.delivery.id),
  );
  const noteOf = wholeNotes ? notesOfVisits() : notesOfVisits(shortNote);
  return rows.map(({ delivery, repName, location, box, visit, note }) => ({
    _id: delivery.id,
    // A visit's rep is the rep of its deliveries.
    visit: visit && {
      _id: visit.id,
      rep: { _id: delivery.repId, name: repName },
      outcome: visit.outcome,
      note: noteOf(visit.id, note),
      submittedAt: visit.submittedAt?.toISOString() ?? null,
    },
    rep: { _id: delivery.repId, name: repName },
    repName,
    location: toLocation(location),
    box: { _id: box.id, label: box.label, size: box.size },
    lines: lines.get(delivery.id) ?? [],
    deliveredAt: delivery.deliveredAt.toISOString(),
    createdAt: delivery.createdAt.toISOString(),
    total: fromCents(delivery.totalCents),
    version: delivery.version,
  }));
}

/** Deliveries of a list, newest first. */
export const listDeliveries = (db: Database, ids: readonly string[]): Promise<Delivery[]> =>
  selectDeliveries(db, inArray(deliveries.id, [...ids]), false);

export async function getDelivery(db: Database, id: string): Promise<Delivery> {
  const [delivery] = await selectDeliveries(db, eq(deliveries.id, id), true);
  if (!delivery) throw problem.notFound('Delivery not found');
  return delivery;
}
