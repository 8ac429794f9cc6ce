import { api } from '../api/api';
import type { Transport } from '../api/transport';
import { createConnectivityListener } from '../offline/connectivityListener';
import type { CountKeeper } from '../offline/countKeeper';
import type { TabLocks } from '../offline/locks';
import { makingRoom } from '../offline/makingRoom';
import { createOfflineQueueMiddleware } from '../offline/offlineQueueMiddleware';
import type { QueueChannel } from '../offline/queueChannel';
import { createQueueJournal } from '../offline/queueStore';
import type { RecordStore } from '../offline/recordStore';
import { boxesCache } from './caches/boxesCache';
import { visitDeliveriesCache } from './caches/visitDeliveriesCache';
import { visitsCache } from './caches/visitsCache';
import type { AppDispatch } from './storeTypes';
import { findOpenVisit, locationOfVisit, openVisits } from './openVisits';
import type { RootState } from './rootReducer';
import { checkSession } from './session';
import { sessionUnconfirmed } from './sessionSlice';

/** What the offline queue needs from outside. */
export interface OfflineEnvironment {
  /** The disk under the queue. */
  records: RecordStore;
  countKeeper: CountKeeper;
  locks: TabLocks;
  channel: QueueChannel;
  /** In [0, 1). */
  random(): number;
  /** Runs the work once, later; gives what cancels it. */
  schedule(work: () => void, delayMs: number): () => void;
  /** Asks the browser not to clear this app's storage. */
  askToPersist(): void;
}

interface Parts extends OfflineEnvironment {
  transport: Transport;
  now(): number;
  dispatch: AppDispatch;
  /** Resolves once the caches are on disk, or when that takes too long: what makes room must not hold a change up. */
  flush(): Promise<void>;
}

const userId = ({ session }: RootState) => session.user?._id ?? null;

/** The queue's parts, told what the app knows: who is signed in, which visits are open, what may be given up. */
export function offlineParts(parts: Parts) {
  const { transport, locks, channel, now, dispatch } = parts;
  /** Gives up cached reads, but for the open visits, to make room for a change. */
  const freeSpace = async () => {
    const open = dispatch((_, getState) => openVisits(getState()));
    const visits = open.map(({ _id }) => _id);
    dispatch(visitsCache.actions.droppedAllBut(visits));
    dispatch(visitDeliveriesCache.actions.droppedAllBut(visits));
    dispatch(boxesCache.actions.droppedAllBut(open.map(({ location }) => location._id)));
    await parts.flush();
  };
  const journal = createQueueJournal(makingRoom(parts.records, freeSpace), parts.countKeeper);
  const queue = createOfflineQueueMiddleware<RootState>({
    journal,
    transport,
    locks,
    userId,
    findOpenVisit,
    locationOfVisit,
    askToPersist: parts.askToPersist,
    broadcast: () => channel.post({ type: 'queueChanged', report: null }),
  });
  const connectivity = createConnectivityListener<RootState>({
    journal,
    transport,
    locks,
    channel,
    now,
    random: parts.random,
    schedule: parts.schedule,
    userId,
    confirmedUserId: (state) => (state.session.verified ? userId(state) : null),
    isUnconfirmed: sessionUnconfirmed.match,
    confirmSession: () => dispatch(checkSession()),
    staleAfterReplay: () => api.util.invalidateTags(['Visits', 'Deliveries', 'Reports']),
  });
  return { journal, queue, connectivity };
}
