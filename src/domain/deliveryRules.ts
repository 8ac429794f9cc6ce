import { screenMessages } from './screenMessages';
import { isEach } from './packaging';
import { isQuantity, toHundredths } from './quantity';

/** A line as it is sent (spec §3): the item's id, the quantity, the packaging text. */
export interface LineDraft {
  item: string;
  quantity: number;
  packaging: string;
}

/** A delivery as the server sends it: its lines have their items. */
interface DeliveryWithItems {
  lines: readonly { item: { _id: string }; quantity: number; packaging: string }[];
}

/** What an edit of a delivery sets, as it is sent. */
export function deliveryContent({ lines }: DeliveryWithItems): { lines: LineDraft[] } {
  return { lines: lines.map(({ item, quantity, packaging }) => ({ item: item._id, quantity, packaging })) };
}

/** What is wrong with a line about to be added to a new delivery, or `null` (spec §5). */
export function validateNewLine(line: LineDraft): string | null {
  if (!line.item) return screenMessages.pickItem;
  if (!isQuantity(line.quantity) || toHundredths(line.quantity) === 0) return screenMessages.invalidQuantity;
  if (isEach(line.packaging) && !Number.isInteger(line.quantity)) return screenMessages.wholeQuantity;
  return null;
}

/**
 * What is wrong with a line of a delivery being edited, or `null`: quantity from 0 on, any packaging text (spec §5).
 */
export function validateEditedLine(line: LineDraft): string | null {
  if (!line.item) return screenMessages.pickItem;
  return isQuantity(line.quantity) ? null : screenMessages.invalidQuantity;
}

/** What is missing from a delivery about to be submitted, and where; `null` for nothing (spec §5). */
export function validateDelivery(delivery: {
  location: string;
  box: string;
  lines: readonly unknown[];
}): { text: string; field: 'location' | 'box' | 'lines' } | null {
  if (!delivery.location) return { text: screenMessages.pickLocation, field: 'location' };
  if (!delivery.box) return { text: screenMessages.pickBox, field: 'box' };
  return delivery.lines.length > 0 ? null : { text: screenMessages.addOneItem, field: 'lines' };
}

/** The instant shown and sorted by: deliveredAt, else createdAt (spec §9). */
export function deliveryDate(delivery: { deliveredAt?: string | null | undefined; createdAt: string }): string {
  return delivery.deliveredAt ?? delivery.createdAt;
}

/** Why a delivery can't be shown (spec §8). `status` is the HTTP status, `null` without a response. */
export function deliveryLoadMessage(status: number | null): string {
  return status === null ? screenMessages.deliveryFailed : screenMessages.deliveryFailedStatus(status);
}
