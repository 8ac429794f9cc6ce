import type { EntrySummary } from '../../offline/entry';
import { rowOf } from '../../offline/queuedWrites';
import { paths } from '../../paths';
import type { SentChange } from '../../state/slices/sentToday';

const deliveryOf = ({ creates, about }: EntrySummary) => about.delivery ?? creates;

/** Where what an entry is about can be looked at; `null` when it has no place of its own. */
export function openPathOf(entry: EntrySummary): string | null {
  if (rowOf(entry.call).noun === 'visit') return entry.visitId && paths.visit(entry.visitId);
  const delivery = deliveryOf(entry);
  return delivery && paths.delivery(delivery);
}

/** Where what was sent can be looked at; `null` when the server did not name it. */
export function sentPathOf({ call, serverId }: Pick<SentChange, 'call' | 'serverId'>): string | null {
  if (!serverId) return null;
  return rowOf(call).noun === 'visit' ? paths.visit(serverId) : paths.delivery(serverId);
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
