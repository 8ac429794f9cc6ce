import { addListener } from '@reduxjs/toolkit';
import { isLocalId } from '../../domain/ids';
import { idMapped, queueReloaded } from '../../offline/actions';
import { resolverOf } from '../../offline/localIds';
import { pendingVisits } from '../../offline/pending';
import { selectServerIds } from '../../offline/queueSlice';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { RootState } from '../root/rootReducer';
import type { AppDispatch, AppStore, AppThunk } from '../root/types';
import { findOpenVisit } from './openVisits';

/** Gives each waiting start whose visit this device knows from a read the server's id of that visit. */
const mapKnownStarts =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { journal, channel, now }) => {
    const state = getState();
    const resolve = resolverOf(selectServerIds(state));
    for (const { id, ts, about, locationId, creates: localId } of pendingVisits(selectOwnEntries(state))) {
      // A visit that was last read before the start may be over.
      const isReadSince = (one: string) => !isLocalId(one) && (state.visitsCache.byKey[one]?.savedAt ?? 0) > ts;
      const isUnknown = localId !== null && locationId !== null && resolve(localId) === localId;
      const visit = isUnknown && findOpenVisit(state, locationId, about.rep ?? null, isReadSince);
      if (!visit) continue;
      const mapping = { localId, serverId: visit._id, at: now() };
      if (!(await journal.mapStart(id, mapping).catch(() => false))) continue;
      dispatch(idMapped(mapping));
      channel.post({ type: 'queueChanged', report: null });
    }
  };

/**
 * The server continues a rep's open visit at the location. So when a read shows that visit, it is the one of a waiting
 * start, whose response may have been lost. Its id is stored at once: work under this id and under the local one is
 * work in one visit.
 */
export function listenForStartedVisits(store: AppStore): void {
  const listen = addListener.withTypes<RootState, AppDispatch>()({
    predicate: (action, { visitsCache }, before) =>
      visitsCache.byKey !== before.visitsCache.byKey || queueReloaded.match(action),
    effect: () => store.dispatch(mapKnownStarts()),
  });
  store.dispatch(listen);
  void store.dispatch(mapKnownStarts());
}
