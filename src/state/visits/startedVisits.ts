import { isLocalId } from '../../domain/ids';
import { queueReloaded } from '../../offline/actions';
import { resolverOf } from '../../offline/localIds';
import { pendingVisits } from '../../offline/pending';
import { selectServerIds } from '../../offline/queueSlice';
import { mapWaitingStart } from '../../offline/storage/completeEntries';
import { selectOwnEntries } from '../pending/pendingSelectors';
import type { StartListening } from '../root/types';
import { findOpenVisit } from './openVisits';

/**
 * The server continues a rep's open visit at the location. So when a read shows that visit, it is the one of a waiting
 * start, whose response may have been lost. Its id is stored at once: work under this id and under the local one is
 * work in one visit.
 */
export function listenForStartedVisits(startListening: StartListening, reload: () => Promise<void>): void {
  startListening({
    predicate: (action, { visitsCache }, before) => visitsCache !== before.visitsCache || queueReloaded.match(action),
    effect: async (_, { getState, extra: { journal, now } }) => {
      const state = getState();
      const resolve = resolverOf(selectServerIds(state));
      for (const start of pendingVisits(selectOwnEntries(state))) {
        const { id, about, locationId, creates: localId } = start;
        const isUnknown = localId !== null && locationId !== null && resolve(localId) === localId;
        const visit = isUnknown && findOpenVisit(state, locationId, about.rep ?? null, (one) => !isLocalId(one));
        if (!visit) continue;
        const mapping = { localId, serverId: visit._id, at: now() };
        if (await journal.change((tx) => mapWaitingStart(tx, id, mapping)).catch(() => false)) await reload();
      }
    },
  });
}
