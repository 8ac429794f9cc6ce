import { deliveryContent, deliveryDate, type LineDraft } from './deliveryRules';

/** What one delivery brought to one box. */
export interface TakenDelivery {
  /** `_id` is empty where the server names the box by its label only. */
  box: { _id: string; label: string };
  /** ISO instant. */
  at: string;
  lines: LineDraft[];
}

interface DeliveryAsShown {
  box: { _id: string; label: string };
  deliveredAt: string | null;
  createdAt: string;
  lines: readonly { item: { _id: string }; quantity: number; packaging: string }[];
}

/** The box and lines of a delivery; `null` if no line names an item. */
export function takenDelivery(delivery: DeliveryAsShown): TakenDelivery | null {
  const { box } = delivery;
  const lines = deliveryContent(delivery).lines.filter(({ item, quantity }) => item !== '' && quantity > 0);
  return lines.length > 0 ? { box: { _id: box._id, label: box.label }, at: deliveryDate(delivery), lines } : null;
}

/** The newest delivery of each box, newest first. */
export function lastOfEachBox(taken: readonly TakenDelivery[]): TakenDelivery[] {
  const instant = ({ at }: TakenDelivery) => Date.parse(at) || 0;
  const newestFirst = [...taken].sort((a, b) => instant(b) - instant(a));
  const seen = new Set<string>();
  return newestFirst.filter(({ box }) => {
    const key = box._id || box.label;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}
