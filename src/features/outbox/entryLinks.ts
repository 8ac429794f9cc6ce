import type { EntrySummary } from '../../offline/entry';
import { rowOf } from '../../offline/queuedWrites';
import { paths } from '../../paths';
import type { SentChange } from '../../state/slices/sentToday';

const deliveryOf = ({ creates, about }: EntrySummary) => about.delivery ?? creates;

/** The path of the screen that shows the record of an entry; `null` for none. */
export function openPathOf(entry: EntrySummary): string | null {
  if (rowOf(entry.call).noun === 'visit') return entry.visitId && paths.visit(entry.visitId);
  const delivery = deliveryOf(entry);
  return delivery && paths.delivery(delivery);
}

/** The path of the screen that shows a sent change; `null` when its server id is unknown. */
export function sentPathOf({ call, serverId }: Pick<SentChange, 'call' | 'serverId'>): string | null {
  if (!serverId) return null;
  return rowOf(call).noun === 'visit' ? paths.visit(serverId) : paths.delivery(serverId);
}

/** The path of the screen whose Save corrects a refused entry; `null` for none. */
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
