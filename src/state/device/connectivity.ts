import { selectOnline } from '../../offline/connectivitySlice';
import { selectEntriesOf, selectLastReplayOf } from '../../offline/queueSlice';
import type { ReplaySummary } from '../../offline/replay/replaySummary';
import { selectOwnEntries } from '../pending/pendingSelectors';
import { useAppSelector } from '../root/hooks';

/** Whether the browser reports a connection (`ConnectivityState`). */
export function useConnectivity(): { online: boolean } {
  return { online: useAppSelector(selectOnline) };
}

/** What a sync did: changes pushed, and when it ended (ms since 1970). */
export type SyncResult = Pick<ReplaySummary, 'pushed' | 'at'>;

/** What the last sync of the signed-in user pushed (spec §4); `null` while there is nothing to report. */
export function useSyncReport(): SyncResult | null {
  return useAppSelector((state) => selectLastReplayOf(state, state.session.user?._id ?? null));
}

/** How many changes of the signed-in user are on this device only, those the server refused included. */
export function useWaitingCount(): number {
  return useAppSelector((state) => selectOwnEntries(state).length);
}

/** How many of them the server refused. */
export function useRefusedCount(): number {
  return useAppSelector((state) => selectOwnEntries(state).filter((entry) => entry.state === 'refused').length);
}

/**
 * The number of changes on this device of the user whom the server signed out; `null` when it signed out nobody. After
 * a sign-out by the person it is `null` too.
 */
export function useKeptAfterSignOut(): number | null {
  return useAppSelector((state) => {
    const { status, cacheOwnerId } = state.session;
    return status === 'absent' && cacheOwnerId !== null ? selectEntriesOf(state, cacheOwnerId).length : null;
  });
}
