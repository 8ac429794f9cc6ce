import { useMemo } from 'react';
import type { EntrySummary } from '../../offline/entry';
import { resolverOf } from '../../offline/localIds';
import { pendingDeliveries } from '../../offline/pending';
import { selectServerIds } from '../../offline/queueSlice';
import { selectOwnEntries } from '../pending/pendingSelectors';
import { type DeliveryView, pendingDeliveryView } from '../pending/pendingDeliveryViews';
import { useAppSelector } from '../root/hooks';

const everyEntry = () => true;

/**
 * The waiting deliveries of this device that match, in order; all of them without `matches`, which must be the same
 * function in every render. Only these are converted for the screen, because thousands may wait.
 */
export function usePendingDeliveries(matches: (entry: EntrySummary) => boolean = everyEntry): DeliveryView[] {
  const entries = useAppSelector(selectOwnEntries);
  const serverIds = useAppSelector(selectServerIds);
  const visits = useAppSelector((state) => state.visitsCache);
  const items = useAppSelector((state) => state.itemsCache);
  const boxes = useAppSelector((state) => state.boxesCache);
  const locations = useAppSelector((state) => state.locationsCache);
  return useMemo(() => {
    const resolve = resolverOf(serverIds);
    return pendingDeliveries(entries, serverIds, matches).map((entry) => {
      const visit = visits.byKey[entry.visitId ? resolve(entry.visitId) : '']?.value ?? null;
      return pendingDeliveryView(entry, visit, { items, boxes, locations });
    });
  }, [entries, serverIds, visits, items, boxes, locations, matches]);
}
