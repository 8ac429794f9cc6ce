import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { visitsApi } from '../api/visitsApi';
import { isLocalId } from '../domain/ids';
import { newestFirst } from '../domain/visitRules';
import { pendingVisits } from '../offline/pending';
import { selectServerIds } from '../offline/queueSlice';
import { useAppSelector, useAppStore } from './hooks';
import { selectOwnHeads, useKnownId } from './pending';
import { pendingVisitView, type ShownVisit, withPendingChanges } from './pendingViews';
import { mapRead, NOT_FOUND, type Read, readOf } from './readState';

/** Visits that were started on this device and wait to be sent. */
function usePendingVisits(): ShownVisit[] {
  const store = useAppStore();
  const heads = useAppSelector(selectOwnHeads);
  const serverIds = useAppSelector(selectServerIds);
  const locations = useAppSelector((state) => state.locationsCache);
  return useMemo(() => {
    const state = { ...store.getState(), locationsCache: locations };
    return pendingVisits(heads, serverIds).map((visit) => pendingVisitView(visit, state));
  }, [store, heads, serverIds, locations]);
}

/**
 * One visit with what waits for it worked in; the device's copy while the server can't be reached. `id` may be
 * a local one: until the server has named the visit, the queue is all there is to read.
 */
export function useVisitRead(id: string): Read<ShownVisit> {
  const known = useKnownId(id);
  const isHere = isLocalId(known);
  const started = usePendingVisits().find((visit) => visit._id === id);
  const heads = useAppSelector(selectOwnHeads);
  const serverIds = useAppSelector(selectServerIds);
  const query = visitsApi.useGetVisitQuery(isHere ? skipToken : known);
  const kept = useAppSelector((state) => state.visitsCache.byKey[known]);
  if (isHere) {
    const nothing = { loading: false, refreshing: false, savedAt: null, retry: () => undefined };
    return { ...nothing, data: started, error: started ? null : NOT_FOUND };
  }
  return mapRead(readOf(query, kept, 'unreachable'), (visit) => withPendingChanges(visit, heads, serverIds));
}

/** The newest visits of a location, waiting ones included, newest first; the device's copy while unreachable. */
export function useRecentVisitsRead(location: string, limit: number): Read<ShownVisit[]> {
  const query = visitsApi.useListVisitsQuery({ location, limit });
  const ids = useAppSelector((state) => state.recentVisitsCache.byKey[location]);
  const visits = useAppSelector((state) => state.visitsCache.byKey);
  const heads = useAppSelector(selectOwnHeads);
  const serverIds = useAppSelector(selectServerIds);
  const waiting = usePendingVisits();
  const kept = useMemo(() => {
    if (!ids) return undefined;
    return { savedAt: ids.savedAt, value: ids.value.flatMap((id) => visits[id]?.value ?? []) };
  }, [ids, visits]);
  const here = waiting.filter((visit) => visit.location._id === location);
  const read = mapRead(readOf(query, kept, 'unreachable'), (known) => {
    const shown = known.map((visit) => withPendingChanges(visit, heads, serverIds));
    return newestFirst([...here, ...shown]).slice(0, limit);
  });
  return read.data === undefined && here.length > 0 ? { ...read, data: here, loading: false } : read;
}
