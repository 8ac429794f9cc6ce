import type { LineDraft } from './deliveryRules';
import type { TakenDelivery } from './lastTaken';

/** What this box took last, else what the location took last; `null` where nothing is known. `taken`: newest first. */
export function lastTakenInto(
  taken: readonly TakenDelivery[],
  box: { _id: string; label: string },
): TakenDelivery | null {
  const isOfBox = (one: TakenDelivery) => (one.box._id ? one.box._id === box._id : one.box.label === box.label);
  return taken.find(isOfBox) ?? taken[0] ?? null;
}

/** Each item with the quantity and packaging in which it was taken last; `first` goes before the newest. */
export function lastLineOfEachItem(
  taken: readonly TakenDelivery[],
  first: TakenDelivery | null,
): Map<string, LineDraft> {
  const lines = [...(first ? [first] : []), ...taken].flatMap((one) => one.lines);
  const byItem = new Map<string, LineDraft>();
  for (const line of lines) if (!byItem.has(line.item)) byItem.set(line.item, line);
  return byItem;
}
