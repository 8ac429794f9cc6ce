import { isLocalId } from '../../domain/ids';
import { queueReloaded } from '../../offline/actions';
import { resolverOf } from '../../offline/localIds';
import { createdId, pendingVisits } from '../../offline/pending';
import { selectServerIds } from '../../offline/queueSlice';
import { mapWaitingStart } from '../../offline/storage/completeEntries';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { RootState } from '../root/rootReducer';
import type { StartListening } from '../root/types';
import { findOpenVisit } from './openVisits';

/** The waiting starts whose visit this device knows from a read, each with the server's id of that visit. */
function knownStarts(state: RootState) {
  const resolve = resolverOf(selectServerIds(state));
  return pendingVisits(selectOwnEntries(state)).flatMap((entry) => {
    const { id, about, locationId } = entry;
    const localId = createdId(entry);
    if (entry.state === 'refused' || locationId === null || resolve(localId) !== localId) return [];
    const visit = findOpenVisit(state, locationId, about.rep ?? null, (one) => !isLocalId(one));
    return visit ? [{ id, localId, serverId: visit._id }] : [];
  });
}

/**
 * The server continues a rep's open visit at the location. So when a read shows that visit, it is the one of a waiting
 * start, whose response may have been lost. Its id is stored at once: work under this id and under the local one is
 * work in one visit.
 */
export function listenForStartedVisits(startListening: StartListening, reload: () => Promise<void>): void {
  startListening({
    predicate: (action, { visitsCache }, before) => visitsCache !== before.visitsCache || queueReloaded.match(action),
    effect: async (_, { getState, extra: { journal, now } }) => {
      const stored = knownStarts(getState()).map(({ id, ...ids }) =>
        journal.change((tx) => mapWaitingStart(tx, id, { ...ids, at: now() })).catch(() => false),
      );
      if ((await Promise.all(stored)).includes(true)) await reload();
    },
  });
}
