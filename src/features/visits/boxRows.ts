import type { Box } from '../../contract/boxes';
import type { Pending } from '../../domain/pending';
import type { ShownPrice } from '../../domain/pricing';
import { isForBox } from '../../domain/refills';
import { shownSum } from '../../domain/shownPrices';
import { pluralize } from '../../domain/wholeNumbers';
import type { DeliveryView } from '../../state/pending/pendingDeliveryViews';

/** A box of the visit with its deliveries so far. */
export interface BoxRow {
  box: Box;
  /** Of this visit, newest first; empty while the box is not filled. */
  deliveries: DeliveryView[];
  total: ShownPrice;
  /** Set while one of its deliveries is not on the server yet. A refused one takes precedence over a waiting one. */
  pending: Pending | null;
}

function mostUrgent(all: (Pending | null)[]): Pending | null {
  return all.find((pending) => pending?.state === 'refused') ?? all.find((pending) => pending !== null) ?? null;
}

/** Each box at the location with its deliveries of this visit, in the order of the boxes. */
export function boxRows(boxes: readonly Box[], deliveries: readonly DeliveryView[]): BoxRow[] {
  return boxes.map((box) => {
    const into = deliveries.filter((delivery) => isForBox(delivery, box));
    return {
      box,
      deliveries: into,
      total: shownSum(into.map((delivery) => delivery.total)),
      pending: mostUrgent(into.map((delivery) => delivery.pending)),
    };
  });
}

/** What of the progress the server does not have yet: '1 waiting, 1 not sent'; '' if it has all. */
export function unsentText(rows: readonly BoxRow[]): string {
  const count = (state: Pending['state']) => rows.filter(({ pending }) => pending?.state === state).length;
  const [waiting, refused] = [count('waiting'), count('refused')];
  return [waiting > 0 ? `${waiting} waiting` : '', refused > 0 ? `${refused} not sent` : ''].filter(Boolean).join(', ');
}

/** The progress as text: '2 of 5 boxes refilled'. */
export function progressText(refilled: number, boxes: number): string {
  return `${refilled} of ${pluralize(boxes, 'box', 'boxes')} refilled`;
}
