import { api } from '../../api/api';
import { QUEUED_WRITE_TAGS } from '../../api/tags';
import type { Transport } from '../../api/client/transport';
import type { QueuedWrite } from '../../api/client/writes';
import { asRecord, asText } from '../../api/parsers/values';
import { localIdOf } from '../../domain/ids';
import type { QueueEnvironment } from '../../offline/environment';
import { createsVisit } from '../../offline/queuedWrites';
import { retryDelayMs } from '../../offline/replay/backoff';
import { createConnectivityListener } from '../../offline/replay/connectivityListener';
import { serverBusy } from '../../offline/actions';
import { withResponseHook } from '../../offline/replay/withResponseHook';
import { pauseFrom } from '../../offline/storage/queueRecords';
import { withQuotaRetry } from '../../offline/storage/withQuotaRetry';
import { createOfflineQueueMiddleware } from '../../offline/middleware/offlineQueueMiddleware';
import type { QueueChannel } from '../../offline/tabs/queueChannel';
import { createQueueJournal } from '../../offline/storage/queueJournal';
import { createReloader } from '../../offline/storage/reloadQueue';
import type { RecordStore } from '../../offline/storage/recordStore';
import { boxesCache } from '../slices/boxesCache';
import { deliveryPagesCache } from '../slices/deliveryPagesCache';
import { lastTakenCache } from '../slices/lastTakenCache';
import { itemsUsageCache, outcomesCache, repProductivityCache } from '../slices/reportCaches';
import { visitDeliveriesCache } from '../slices/visitDeliveriesCache';
import { visitsCache } from '../slices/visitsCache';
import type { AppDispatch } from '../root/types';
import { hasDoubt } from '../drafts/drafts';
import { shownUnitPrices } from '../pending/shownUnitPrices';
import { findOpenVisit, locationOfVisit, openVisits } from '../visits/openVisits';
import type { RootState } from '../root/rootReducer';
import { checkSession } from '../session/session';
import { sessionUnconfirmed } from '../slices/sessionSlice';

/** The caches of which no open visit needs anything. */
const WITHOUT_VISITS = [deliveryPagesCache, itemsUsageCache, repProductivityCache, outcomesCache];

/** The environment of the offline queue. */
export interface OfflineEnvironment extends Pick<QueueEnvironment, 'locks' | 'random' | 'schedule'> {
  /** The record store of the queue. */
  records: RecordStore;
  channel: QueueChannel;
  /** Asks the browser not to clear this app's storage. */
  askToPersist(): void;
}

interface Parts extends OfflineEnvironment {
  transport: Transport;
  now(): number;
  dispatch: AppDispatch;
  getState(): RootState;
  /** Resolves once the caches are on disk, or when that takes too long: freeing space must not delay a change. */
  flush(): Promise<void>;
  /** Resolves after the first read of the queue, or when that takes too long. */
  whenQueueRead(): Promise<void>;
}

/** Invalidates the data that a sent entry may have changed. */
const staleAfterReplay = () => api.util.invalidateTags([...QUEUED_WRITE_TAGS]);

/** The user whose changes are queued and sent; `null` for nobody, also once the account is deactivated. */
const userId = ({ session }: RootState) => (session.isDeactivated ? null : (session.user?._id ?? null));

/**
 * The server continues a rep's open visit at the location, so this device can respond to Start Visit with that visit.
 * The visit of this write itself is none: its entry may be on disk from a try that the end of a tab interrupted.
 */
function knownResponse(state: RootState, write: QueuedWrite): unknown {
  if (!createsVisit(write.call)) return null;
  const { location, rep } = asRecord(write.body);
  return findOpenVisit(state, asText(location), asText(rep) || null, (id) => id !== localIdOf(write.id));
}

/** Creates the parts of the queue and connects them to the app's state: user, open visits and caches. */
export function createOfflineQueue(parts: Parts) {
  const { transport, locks, now, dispatch, getState } = parts;
  /** Frees space for a change: removes cached reads except those of open visits. */
  const freeSpace = async () => {
    const open = dispatch((_, getState) => openVisits(getState()));
    const visits = open.map(({ _id }) => _id);
    const locations = open.map(({ location }) => location._id);
    for (const cache of [visitsCache, visitDeliveriesCache]) dispatch(cache.actions.retainedOnly(visits));
    for (const cache of [boxesCache, lastTakenCache]) dispatch(cache.actions.retainedOnly(locations));
    for (const cache of WITHOUT_VISITS) dispatch(cache.actions.retainedOnly([]));
    await parts.flush();
  };
  const journal = createQueueJournal(withQuotaRetry(parts.records, freeSpace));
  const reload = createReloader({ journal, locks, now, dispatch, getState });
  /** Pauses the passes of all tabs, whichever call got the busy response (invariant 35). */
  const onBusy = (retryAfterMs: number | null) => {
    const pause = pauseFrom(now(), retryDelayMs(0, parts.random(), retryAfterMs));
    // If the disk cannot store the pause, it applies to this tab only.
    dispatch(serverBusy(pause));
    // A pass that another tab begins after this message reads the pause from the disk, so the disk has it first.
    const stored = journal.storePause(pause).catch(() => undefined);
    void stored.then(() => parts.channel.post({ type: 'serverBusy', report: null }));
  };
  const shared = { ...parts, journal, userId, staleAfterReplay };
  const queue = createOfflineQueueMiddleware<RootState>({
    ...shared,
    transport: withResponseHook(transport, { onBusy }),
    knownResponse,
    locationOfVisit,
    unitPricesOf: shownUnitPrices,
    hasDoubt,
  });
  const connectivity = createConnectivityListener<RootState>({
    ...shared,
    reload,
    confirmedUserId: (state) => (state.session.verified ? userId(state) : null),
    isUnconfirmed: sessionUnconfirmed.match,
    confirmSession: () => dispatch(checkSession()),
    doubtSession: () => {
      dispatch(sessionUnconfirmed());
      return dispatch(checkSession());
    },
  });
  return { journal, queue, connectivity, reload, onBusy };
}
