import { type CatalogueEntry, isActive } from './catalogue';

interface RefillableBox {
  _id: string;
  label: string;
}

interface IntoBox {
  box: RefillableBox;
}

/**
 * Whether a delivery went into a box. Compares the box's id, or the label where the response names no id.
 */
export function isForBox(delivery: IntoBox, box: RefillableBox): boolean {
  return delivery.box._id ? delivery.box._id === box._id : delivery.box.label === box.label;
}

/** The boxes that a visit shows: an inactive one only if the visit refilled it before. */
export function shownBoxes<Box extends RefillableBox & CatalogueEntry>(
  boxes: readonly Box[],
  deliveries: readonly IntoBox[],
): Box[] {
  return boxes.filter((box) => isActive(box) || deliveries.some((delivery) => isForBox(delivery, box)));
}

/** The ids of the boxes that have at least one of these deliveries: the refilled ones of a visit (spec §4). */
export function refilledBoxIds(boxes: readonly RefillableBox[], deliveries: readonly IntoBox[]): Set<string> {
  const refilled = boxes.filter((box) => deliveries.some((delivery) => isForBox(delivery, box)));
  return new Set(refilled.map((box) => box._id));
}

/** How many boxes these deliveries went into (spec §2, Visit Details); a box refilled twice counts once. */
export function boxCount(deliveries: readonly IntoBox[]): number {
  return new Set(deliveries.map(({ box }) => box._id || box.label)).size;
}
