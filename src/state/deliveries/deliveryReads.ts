import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useMemo } from 'react';
import { deliveriesApi } from '../../api/deliveriesApi';
import type { DeliveryPage, ListDeliveriesQuery } from '../../contract/deliveries';
import { withoutSame } from '../../domain/deliveryGroups';
import { isLocalId } from '../../domain/ids';
import { createdId, isOfVisit } from '../../offline/pending';
import { selectServerIds } from '../../offline/queueSlice';
import { deliveryPageKey } from '../slices/deliveryPagesCache';
import { useAppSelector } from '../root/hooks';
import { selectOwnEntries, useIsQueueRead, useKnownId } from '../pending/pendingSelectors';
import { usePendingDeliveries } from './pendingDeliveries';
import { type DeliveryView, type ShownDelivery, withPendingEdit } from '../pending/pendingDeliveryViews';
import {
  type CachedQuery,
  findInLists,
  mapCachedQuery,
  mergeWithCache,
  NOT_READ_YET,
  readOnlyHere,
} from '../reads/cachedQuery';

/** One page of the list as the server sent it; the device's copy of that page while the server is unreachable. */
export function useDeliveryPageRead(request: ListDeliveriesQuery): CachedQuery<DeliveryPage> {
  const query = deliveriesApi.useListDeliveriesQuery(request);
  const cached = useAppSelector((state) => state.deliveryPagesCache.byKey[deliveryPageKey(request)]);
  return mergeWithCache(query, cached, 'unreachable');
}

/**
 * Returns a function that merges a delivery of the server with its queued edit. It changes with the queue and the
 * items.
 */
export function useWithEdits() {
  const entries = useAppSelector(selectOwnEntries);
  const serverIds = useAppSelector(selectServerIds);
  const items = useAppSelector((state) => state.itemsCache);
  return useCallback(
    (delivery: ShownDelivery) => withPendingEdit(delivery, entries, serverIds, items),
    [entries, serverIds, items],
  );
}

/** The known deliveries of a visit. */
export interface VisitDeliveriesRead extends CachedQuery<DeliveryView[]> {
  /** true: `data` includes the server's deliveries. false: it has only this device's, so the visit may have more. */
  isComplete: boolean;
}

/**
 * The deliveries of a visit, waiting ones included, each once: one that waits is shown as it waits, with its queued
 * edits, until its response is known. The device's copy while the server is unreachable; after a refusal of the server
 * only the waiting ones (deviation T3).
 */
export function useVisitDeliveriesRead(visitId: string): VisitDeliveriesRead {
  const known = useKnownId(visitId);
  const isQueueRead = useIsQueueRead();
  const query = deliveriesApi.useListVisitDeliveriesQuery(isLocalId(known) ? skipToken : known);
  const cached = useAppSelector((state) => state.visitDeliveriesCache.byKey[known]);
  const serverIds = useAppSelector(selectServerIds);
  const waiting = usePendingDeliveries(useMemo(() => isOfVisit(visitId, serverIds), [visitId, serverIds]));
  const withEdits = useWithEdits();
  const read = mergeWithCache(query, cached, 'unreachable');
  const sent = read.data;
  const data = useMemo(
    () => [...waiting, ...withoutSame(sent ?? [], waiting).map(withEdits)],
    [waiting, sent, withEdits],
  );
  if (!isQueueRead) return { ...NOT_READ_YET, isComplete: false };
  if (isLocalId(known)) return { ...read, data, isComplete: true, loading: false, refreshing: false };
  const isComplete = sent !== undefined && !cached?.isPartial;
  return { ...read, data: isComplete || data.length > 0 ? data : undefined, isComplete };
}

/** One delivery, by its local or server id; the device's copy while the server is unreachable. */
export function useDeliveryRead(id: string): CachedQuery<DeliveryView> {
  const known = useKnownId(id);
  const isHere = isLocalId(known);
  const isQueueRead = useIsQueueRead();
  const query = deliveriesApi.useGetDeliveryQuery(isHere ? skipToken : known);
  const byVisit = useAppSelector((state) => state.visitDeliveriesCache.byKey);
  const [waiting] = usePendingDeliveries(useCallback((entry) => createdId(entry) === known, [known]));
  const withEdits = useWithEdits();
  const cached = useMemo(() => findInLists(byVisit, known), [byVisit, known]);
  if (!isQueueRead) return NOT_READ_YET;
  if (isHere) return readOnlyHere(waiting);
  return mapCachedQuery(mergeWithCache(query, cached, 'record'), withEdits);
}
