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
import { alreadySubmitted, isSubmittedRow } from './changeVisit';
import { getDelivery } from './deliveryRows';
import { assertMayChange } from './ownership';
import { type PricedItem, selectItemsAt } from './itemPrices';
import { ownElements } from './difference';
import { type PricedLine, pricedLines, totalCentsOf } from './pricedLines';
import { lockVisit } from './visitRows';
import { writeAudit } from './audit';

/** Refuses with 400 the first line that breaks the rule, with its number, counted from 1. */
function assertLines(lines: readonly LineDraft[], rule: (line: LineDraft) => string | null): void {
  for (const [index, line] of lines.entries()) {
    const wrong = rule(line);
    if (wrong) throw problem.badRequest(`Line ${index + 1}: ${wrong}`);
  }
}

/** The two instants of a delivery: that of its prices, and when the rep made or changed it. */
interface DeliveryInstants {
  pricesAsOf: Date;
  capturedAt: Date;
}

/**
 * The items of the lines, with the prices of an instant. Refuses a line whose item does not exist, and an item that was
 * inactive at the time of capture, unless it is `alreadyDelivered` by this delivery.
 */
async function pricedItemsFor(
  tx: Database,
  lines: readonly LineDraft[],
  { pricesAsOf, capturedAt }: DeliveryInstants,
  alreadyDelivered: ReadonlySet<string> = new Set(),
): Promise<Map<string, PricedItem>> {
  const ids = [...new Set(lines.map((line) => line.item))];
  const found = ids.length === 0 ? [] : await selectItemsAt(tx, pricesAsOf, inArray(items.id, ids));
  const byId = new Map(found.map((item) => [item.id, item]));
  assertLines(lines, (line) => (byId.has(line.item) ? null : 'This item does not exist.'));
  for (const item of found) if (!alreadyDelivered.has(item.id)) assertActiveAt(item.name, item, capturedAt);
  return byId;
}

/**
 * The rep of the visit, for a new delivery. Refuses a visit that is submitted, of another rep or at another location.
 */
async function repOfVisit(tx: Database, visitId: string, location: string, user: SessionUser): Promise<string> {
  const visit = await lockVisit(tx, visitId);
  assertMayChange(user, visit.repId);
  if (visit.locationId !== location) throw problem.badRequest('The visit is at another location.');
  if (isSubmittedRow(visit)) throw alreadySubmitted();
  return visit.repId;
}

/** Refuses a box that is not at the location, and either of them if it was inactive at the time of capture. */
async function assertBoxAtLocation(tx: Database, locationId: string, boxId: string, capturedAt: Date): Promise<void> {
  const [location] = await tx.select().from(locations).where(eq(locations.id, locationId));
  if (!location) throw problem.notFound('Location not found', { reason: 'locationMissing' });
  const [box] = await tx.select().from(boxes).where(eq(boxes.id, boxId));
  if (!box) throw problem.notFound('Box not found', { reason: 'boxMissing' });
  if (box.locationId !== locationId) throw problem.badRequest('The box stands at another location.');
  assertActiveAt(location.name, location, capturedAt);
  assertActiveAt(box.label, box, capturedAt);
}

/** The stored lines of a delivery, in the order entered. */
async function linesOf(tx: Database, deliveryId: string): Promise<PricedLine[]> {
  const { position, itemId, packaging, quantityHundredths, unitPriceCents, lineTotalCents } = deliveryLines;
  return tx
    .select({ position, itemId, packaging, quantityHundredths, unitPriceCents, lineTotalCents })
    .from(deliveryLines)
    .where(eq(deliveryLines.deliveryId, deliveryId))
    .orderBy(asc(position));
}

const withoutPlace = ({ position: _, ...line }: PricedLine) => JSON.stringify(line);

/** The changed lines. One that moved up has not changed, unless the order alone has. */
function changedLines(before: PricedLine[], after: PricedLine[]): { before: PricedLine[]; after: PricedLine[] } {
  const removed = ownElements(before, after, withoutPlace);
  const added = ownElements(after, before, withoutPlace);
  return removed.length + added.length > 0 ? { before: removed, after: added } : { before, after };
}

async function insertLines(tx: Database, deliveryId: string, lines: readonly PricedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.insert(deliveryLines).values(lines.map((line) => ({ ...line, id: newId(), deliveryId })));
}

async function replaceLines(tx: Database, deliveryId: string, lines: readonly PricedLine[]): Promise<void> {
  await tx.delete(deliveryLines).where(eq(deliveryLines.deliveryId, deliveryId));
  await insertLines(tx, deliveryId, lines);
}

type DeliveryRow = typeof deliveries.$inferSelect;

export interface DeliveryCreation extends DeliveryInstants {
  user: SessionUser;
  body: CreateDeliveryBody;
  now: Date;
}

/**
 * Records a delivery and returns its id. Rep, prices, totals and time are derived here and never read from the body.
 */
export async function createDelivery(tx: Database, creation: DeliveryCreation): Promise<string> {
  const { user, body, capturedAt, now } = creation;
  const repId = body.visit === undefined ? user._id : await repOfVisit(tx, body.visit, body.location, user);
  await assertBoxAtLocation(tx, body.location, body.box, capturedAt);
  // After the visit's owner: a user who may not make the change learns only that.
  assertLines(body.lines, validateNewLine);
  const lines = pricedLines(body.lines, await pricedItemsFor(tx, body.lines, creation));
  const delivery = {
    id: newId(),
    visitId: body.visit ?? null,
    repId,
    locationId: body.location,
    boxId: body.box,
    deliveredAt: capturedAt,
    createdAt: now,
    totalCents: totalCentsOf(lines),
    // A new column of the table has to be set here: all but those of later changes.
  } satisfies Omit<DeliveryRow, 'version' | 'changedBy'>;
  await tx.insert(deliveries).values(delivery);
  await insertLines(tx, delivery.id, lines);
  await addDeliveryToRollups(tx, delivery, null, lines);
  return delivery.id;
}

/** An edit of a delivery. `pricesAsOf`: the instant of the prices of new lines. `now`: when the server received it. */
export interface DeliveryEdit extends DeliveryInstants {
  id: string;
  user: SessionUser;
  now: Date;
  /** The version that was edited; `null`: any. */
  ifMatch: number | null;
}

/** Locks and returns the delivery's row. Refuses with 403 a user who may not change it, with 412 another version. */
async function lockForEdit(tx: Database, { id, user, ifMatch }: DeliveryEdit): Promise<DeliveryRow> {
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for('update');
  if (!delivery) throw problem.notFound('Delivery not found');
  assertMayChange(user, delivery.repId);
  await assertVersion(tx, delivery, ifMatch, () => getDelivery(tx, id));
  return delivery;
}

/**
 * Replaces the lines of a delivery, before or after the submit of its visit, and adds an audit entry. Lines that stay
 * keep their recorded prices. If all lines are the same, in the same order, nothing changes: no new version, no audit
 * entry.
 */
export async function updateDelivery(tx: Database, edit: DeliveryEdit, drafts: readonly LineDraft[]): Promise<void> {
  const { id, user, now } = edit;
  const delivery = await lockForEdit(tx, edit);
  // After owner and version: a user who may not make the change learns only that.
  assertLines(drafts, validateEditedLine);
  const before = await linesOf(tx, id);
  const itemsBefore = new Set(before.map((line) => line.itemId));
  const after = pricedLines(drafts, await pricedItemsFor(tx, drafts, edit, itemsBefore), before);
  if (isDeepStrictEqual(before, after)) return;
  await replaceLines(tx, id, after);
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
    ...changedLines(before, after),
  });
}
