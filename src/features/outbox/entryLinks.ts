import type { EntrySummary } from '../../offline/entry';
import { rowOf } from '../../offline/queuedWrites';
import { paths } from '../../paths';

const deliveryOf = ({ creates, about }: EntrySummary) => about.delivery ?? creates;

/** Where what an entry is about can be looked at; `null` when it has no place of its own. */
export function openPathOf(entry: EntrySummary): string | null {
  if (rowOf(entry.call).noun === 'visit') return entry.visitId && paths.visit(entry.visitId);
  const delivery = deliveryOf(entry);
  return delivery && paths.delivery(delivery);
}

/** The screen whose Save mends an entry that was refused; `null` when none does. */
export function editPathOf(entry: EntrySummary): string | null {
  const delivery = deliveryOf(entry);
  switch (rowOf(entry.call).editedOn) {
    case 'editDelivery':
      return delivery && paths.editDelivery(delivery);
    case 'editVisit':
      return entry.visitId && paths.editVisit(entry.visitId);
    case 'outbox':
      return null;
  }
}
