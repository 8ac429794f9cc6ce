import { isDeepStrictEqual } from 'node:util';
import { asc, eq, inArray } from 'drizzle-orm';
import type { CreateDeliveryBody } from '../../contract/deliveries';
import { type LineDraft, validateEditedLine, validateNewLine } from '../../domain/deliveryRules';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { boxes, deliveries, deliveryLines, items, locations } from '../db/schema';
import { problem } from '../http/problems';
import { assertVersion } from '../http/ifMatch';
import { addDeliveryToRollups } from '../rollups/updateRollups';
import type { SessionUser } from '../http/route';
import { ALREADY_SUBMITTED, isSubmittedRow } from './changeVisit';
import { getDelivery } from './deliveryRows';
import { assertMayChange } from './ownership';
import { type PricedItem, selectItemsAt } from './itemPrices';
import { type PricedLine, pricedLines, totalCentsOf } from './pricedLines';
import { lockVisit } from './visitRows';
import { writeAudit } from './audit';

/** Throws 400 for the first line that breaks a rule, with its number, counted from 1. */
function checkLines(lines: readonly LineDraft[], rule: (line: LineDraft) => string | null): void {
  for (const [index, line] of lines.entries()) {
    const wrong = rule(line);
    if (wrong) throw problem.badRequest(`Line ${index + 1}: ${wrong}`);
  }
}

/**
 * The items of the lines, with the prices of an instant. One that is no longer active is taken: the delivery has
 * happened.
 */
async function itemsOf(tx: Database, lines: readonly LineDraft[], at: Date): Promise<Map<string, PricedItem>> {
  const ids = [...new Set(lines.map((line) => line.item))];
  const found = ids.length === 0 ? [] : await selectItemsAt(tx, at, inArray(items.id, ids));
  const byId = new Map(found.map((item) => [item.id, item]));
  checkLines(lines, (line) => (byId.has(line.item) ? null : 'This item does not exist.'));
  return byId;
}

/**
 * The rep of the visit, for a new delivery. Refuses a visit that is submitted, of another rep or at another location.
 */
async function repOfVisit(tx: Database, visitId: string, location: string, user: SessionUser): Promise<string> {
  const visit = await lockVisit(tx, visitId);
  assertMayChange(user, visit.repId);
  if (visit.locationId !== location) throw problem.badRequest('The visit is at another location.');
  if (isSubmittedRow(visit)) throw problem.conflict(ALREADY_SUBMITTED);
  return visit.repId;
}

async function checkPlace(tx: Database, locationId: string, boxId: string): Promise<void> {
  const [location] = await tx.select({ id: locations.id }).from(locations).where(eq(locations.id, locationId));
  if (!location) throw problem.notFound('Location not found');
  const [box] = await tx.select({ locationId: boxes.locationId }).from(boxes).where(eq(boxes.id, boxId));
  if (!box) throw problem.notFound('Box not found');
  if (box.locationId !== locationId) throw problem.badRequest('The box stands at another location.');
}

async function insertLines(tx: Database, deliveryId: string, lines: readonly PricedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.insert(deliveryLines).values(lines.map((line) => ({ ...line, id: newId(), deliveryId })));
}

export interface DeliveryCreation {
  user: SessionUser;
  body: CreateDeliveryBody;
  capturedAt: Date;
  pricesAsOf: Date;
  now: Date;
}

/**
 * Records a delivery and returns its id. Rep, prices, totals and time are derived here and never read from the body.
 */
export async function createDelivery(tx: Database, creation: DeliveryCreation): Promise<string> {
  const { user, body, capturedAt, pricesAsOf, now } = creation;
  checkLines(body.lines, validateNewLine);
  const repId = body.visit === undefined ? user._id : await repOfVisit(tx, body.visit, body.location, user);
  await checkPlace(tx, body.location, body.box);
  const lines = pricedLines(body.lines, await itemsOf(tx, body.lines, pricesAsOf));
  const id = newId();
  const delivery = {
    id,
    visitId: body.visit ?? null,
    repId,
    locationId: body.location,
    boxId: body.box,
    deliveredAt: capturedAt,
    createdAt: now,
    totalCents: totalCentsOf(lines),
  };
  await tx.insert(deliveries).values(delivery);
  await insertLines(tx, id, lines);
  await addDeliveryToRollups(tx, delivery, null, lines);
  return id;
}

/** An edit of a delivery. `pricesAsOf` is the instant whose prices new lines get, `now` when the server received it. */
export interface DeliveryEdit {
  id: string;
  user: SessionUser;
  pricesAsOf: Date;
  now: Date;
  /** The version that was edited; `null`: any. */
  ifMatch: number | null;
}

/**
 * Replaces the lines of a delivery, before its visit is submitted or after, and leaves a trace of the edit. Lines that
 * stay keep their recorded prices; when all are the same already, in the same order, nothing changes: no new version,
 * no trace.
 */
export async function updateDelivery(
  tx: Database,
  { id, user, pricesAsOf, now, ifMatch }: DeliveryEdit,
  drafts: readonly LineDraft[],
): Promise<void> {
  checkLines(drafts, validateEditedLine);
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for('update');
  if (!delivery) throw problem.notFound('Delivery not found');
  assertMayChange(user, delivery.repId);
  await assertVersion(tx, delivery, ifMatch, () => getDelivery(tx, id));
  const { deliveryId, position, itemId, packaging, quantityHundredths, unitPriceCents, lineTotalCents } = deliveryLines;
  const before: PricedLine[] = await tx
    .select({ position, itemId, packaging, quantityHundredths, unitPriceCents, lineTotalCents })
    .from(deliveryLines)
    .where(eq(deliveryId, id))
    .orderBy(asc(position));
  const after = pricedLines(drafts, await itemsOf(tx, drafts, pricesAsOf), before);
  if (isDeepStrictEqual(before, after)) return;
  await tx.delete(deliveryLines).where(eq(deliveryId, id));
  await insertLines(tx, id, after);
  await tx
    .update(deliveries)
    .set({ totalCents: totalCentsOf(after), version: delivery.version + 1, changedBy: user._id })
    .where(eq(deliveries.id, id));
  await addDeliveryToRollups(tx, delivery, before, after);
  await writeAudit(tx, {
    userId: user._id,
    at: now,
    action: 'update',
    entity: 'delivery',
    entityId: id,
    before,
    after,
  });
}
