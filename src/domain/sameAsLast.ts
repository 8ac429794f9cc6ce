import type { LineDraft } from './deliveryRules';
import type { TakenDelivery } from './lastTaken';
import { isForBox } from './refills';

/** The last delivery of this box, else of the location; `null` where none is known. `taken` is sorted newest first. */
export function lastTakenInto(
  taken: readonly TakenDelivery[],
  box: { _id: string; label: string },
): TakenDelivery | null {
  return taken.find((one) => isForBox(one, box)) ?? taken[0] ?? null;
}

/** Each item with the quantity and packaging of its last delivery; `first` counts as newer than the newest. */
export function lastLineOfEachItem(
  taken: readonly TakenDelivery[],
  first: TakenDelivery | null,
): Map<string, LineDraft> {
  const lines = [...(first ? [first] : []), ...taken].flatMap((one) => one.lines);
  const byItem = new Map<string, LineDraft>();
  for (const line of lines) if (!byItem.has(line.item)) byItem.set(line.item, line);
  return byItem;
}
