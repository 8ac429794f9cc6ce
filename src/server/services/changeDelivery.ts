import { isDeepStrictEqual } from 'node:util';
import { asc, eq, inArray } from 'drizzle-orm';
import type { CreateDeliveryBody } from '../../contract/deliveries';
import { type LineDraft, validateEditedLine, validateNewLine } from '../../domain/deliveryRules';
import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { boxes, deliveries, deliveryLines, items, locations } from '../db/schema';
import { problem } from '../http/problems';
import { assertVersion } from '../http/ifMatch';
import { assertActiveAt } from './catalogueChange';
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

/** The two instants of a delivery: that of its prices, and when the rep made or changed it. */
interface Times {
  pricesAsOf: Date;
  capturedAt: Date;
}

/**
 * The items of the lines, with the prices of an instant. An inactive item is accepted if it was active at the time of
 * capture, or if the delivery had it before the change.
 */
async function itemsOf(
  tx: Database,
  lines: readonly LineDraft[],
  { pricesAsOf, capturedAt }: Times,
  had: ReadonlySet<string> = new Set(),
): Promise<Map<string, PricedItem>> {
  const ids = [...new Set(lines.map((line) => line.item))];
  const found = ids.length === 0 ? [] : await selectItemsAt(tx, pricesAsOf, inArray(items.id, ids));
  const byId = new Map(found.map((item) => [item.id, item]));
  checkLines(lines, (line) => (byId.has(line.item) ? null : 'This item does not exist.'));
  for (const item of found) if (!had.has(item.id)) assertActiveAt(item.name, item, capturedAt);
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

async function checkPlace(tx: Database, locationId: string, boxId: string, capturedAt: Date): Promise<void> {
  const [location] = await tx.select().from(locations).where(eq(locations.id, locationId));
  if (!location) throw problem.notFound('Location not found');
  const [box] = await tx.select().from(boxes).where(eq(boxes.id, boxId));
  if (!box) throw problem.notFound('Box not found');
  if (box.locationId !== locationId) throw problem.badRequest('The box stands at another location.');
  assertActiveAt(location.name, location, capturedAt);
  assertActiveAt(box.label, box, capturedAt);
}

async function insertLines(tx: Database, deliveryId: string, lines: readonly PricedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.insert(deliveryLines).values(lines.map((line) => ({ ...line, id: newId(), deliveryId })));
}

export interface DeliveryCreation extends Times {
  user: SessionUser;
  body: CreateDeliveryBody;
  now: Date;
}

/**
 * Records a delivery and returns its id. Rep, prices, totals and time are derived here and never read from the body.
 */
export async function createDelivery(tx: Database, creation: DeliveryCreation): Promise<string> {
  const { user, body, capturedAt, now } = creation;
  checkLines(body.lines, validateNewLine);
  const repId = body.visit === undefined ? user._id : await repOfVisit(tx, body.visit, body.location, user);
  await checkPlace(tx, body.location, body.box, capturedAt);
  const lines = pricedLines(body.lines, await itemsOf(tx, body.lines, creation));
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

/** An edit of a delivery. `pricesAsOf`: the instant of the prices of new lines. `now`: when the server received it. */
export interface DeliveryEdit extends Times {
  id: string;
  user: SessionUser;
  now: Date;
  /** The version that was edited; `null`: any. */
  ifMatch: number | null;
}

/**
 * Replaces the lines of a delivery, before or after the submit of its visit, and adds an audit entry. Lines that stay
 * keep their recorded prices. If all lines are the same, in the same order, nothing changes: no new version, no audit
 * entry.
 */
export async function updateDelivery(tx: Database, edit: DeliveryEdit, drafts: readonly LineDraft[]): Promise<void> {
  const { id, user, now, ifMatch } = edit;
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
  const had = new Set(before.map((line) => line.itemId));
  const after = pricedLines(drafts, await itemsOf(tx, drafts, edit, had), before);
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
