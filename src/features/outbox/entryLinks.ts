import type { EntrySummary } from '../../offline/entry';
import type { Noun } from '../../offline/nouns';
import { queuedCall } from '../../offline/queuedWrites';
import { paths } from '../../paths';
import type { SentChange } from '../../offline/actions';

const deliveryOf = ({ creates, about }: EntrySummary) => about.delivery ?? creates;

const idOf: Record<Noun, (entry: EntrySummary) => string | null> = {
  visit: ({ visitId }) => visitId,
  delivery: deliveryOf,
};

/** The path of the screen that shows the record of an entry; `null` for none. */
export function openPathOf(entry: EntrySummary): string | null {
  const { noun } = queuedCall(entry.call);
  const id = idOf[noun](entry);
  return id && paths[noun](id);
}

/** The path of the screen that shows a sent change; `null` when its server id is unknown. */
export function sentPathOf({ call, serverId }: Pick<SentChange, 'call' | 'serverId'>): string | null {
  return serverId ? paths[queuedCall(call).noun](serverId) : null;
}

/** The path of the screen whose Save corrects a refused entry; `null` for none. */
export function editPathOf(entry: EntrySummary): string | null {
  const delivery = deliveryOf(entry);
  switch (queuedCall(entry.call).editedOn) {
    case 'editDelivery':
      return delivery && paths.editDelivery(delivery);
    case 'editVisit':
      return entry.visitId && paths.editVisit(entry.visitId);
    case 'outbox':
      return null;
  }
}
