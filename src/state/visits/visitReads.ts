import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { errorStatus } from '../../api/client/errors';
import { visitsApi } from '../../api/visitsApi';
import { isLocalId } from '../../domain/ids';
import { messages } from '../../domain/messages';
import { screenMessages } from '../../domain/screenMessages';
import { newestFirst } from '../../domain/visitRules';
import { selectServerIds } from '../../offline/queueSlice';
import { useAppSelector } from '../root/hooks';
import { selectShownEntries, selectPendingVisits, useIsQueueRead, useKnownId } from '../pending/pendingSelectors';
import { type VisitView, withPendingChanges } from '../pending/pendingViews';
import { mapCachedQuery, NOT_READ_YET, type CachedQuery, mergeWithCache, readOnlyHere } from '../reads/cachedQuery';

/**
 * One visit with its waiting changes applied; the device's copy while the server is unreachable. `id` may be a local
 * id: without a server id the visit is read from the queue only.
 */
function useVisitRead(id: string): CachedQuery<VisitView> {
  const known = useKnownId(id);
  const isHere = isLocalId(known);
  const isQueueRead = useIsQueueRead();
  const started = useAppSelector(selectPendingVisits).find((visit) => visit._id === id);
  const entries = useAppSelector(selectShownEntries);
  const serverIds = useAppSelector(selectServerIds);
  const query = visitsApi.useGetVisitQuery(isHere ? skipToken : known);
  const cached = useAppSelector((state) => state.visitsCache.byKey[known]);
  if (!isQueueRead) return NOT_READ_YET;
  if (isHere) return readOnlyHere(started);
  return mapCachedQuery(mergeWithCache(query, cached, 'record'), (visit) =>
    withPendingChanges(visit, entries, serverIds),
  );
}

/** A visit as a screen shows it; `failure` is why there is nothing to show, in the words of spec §8, else `null`. */
export interface VisitOnScreen extends CachedQuery<VisitView> {
  failure: string | null;
}

/** Why a visit can't be shown (spec §8). `status` is the HTTP status, `null` without a response. */
const loadMessage = (status: number | null) => (status === 404 ? screenMessages.visitNotFound : messages.visitFailed);

/** One visit to show. A response without a visit counts as 'not found' (spec §8). */
export function useVisitView(id: string): VisitOnScreen {
  const read = useVisitRead(id);
  const data = read.data?._id ? read.data : undefined;
  const missing = !data && !read.loading;
  const text = read.data ? screenMessages.notFound : loadMessage(errorStatus(read.error));
  return { ...read, data, failure: missing ? text : null };
}

/**
 * The newest visits of a location, waiting ones included, newest first; the device's copy while the server is
 * unreachable. A copy that lacks one of its visits is not used: it would hide a visit.
 */
export function useRecentVisitsRead(location: string, limit: number): CachedQuery<VisitView[]> {
  const query = visitsApi.useListVisitsQuery({ location, limit });
  const ids = useAppSelector((state) => state.recentVisitsCache.byKey[location]);
  const visits = useAppSelector((state) => state.visitsCache.byKey);
  const entries = useAppSelector(selectShownEntries);
  const serverIds = useAppSelector(selectServerIds);
  const waiting = useAppSelector(selectPendingVisits);
  const cached = useMemo(() => {
    if (!ids) return undefined;
    const held = ids.value.flatMap((id) => visits[id]?.value ?? []);
    return held.length === ids.value.length ? { savedAt: ids.savedAt, value: held } : undefined;
  }, [ids, visits]);
  const here = waiting.filter((visit) => visit.location._id === location);
  const read = mapCachedQuery(mergeWithCache(query, cached, 'unreachable'), (known) => {
    const shown = known.map((visit) => withPendingChanges(visit, entries, serverIds));
    return newestFirst([...here, ...shown]).slice(0, limit);
  });
  return read.data === undefined && here.length > 0 ? { ...read, data: here, loading: false } : read;
}
