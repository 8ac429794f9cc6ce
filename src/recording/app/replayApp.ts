import type { UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import { CAPTURED_AT_HEADER } from '../../contract/headers';
import { type BehaviourOptions, replayBehaviour } from '../behaviour/replayBehaviour';
import type { Output, ReplayLog } from '../behaviour/replayLog';
import { isObject, type Json, textOf } from '../core/json';
import type { RecordedRun, Recording } from '../core/recordingFile';
import { type Verdict } from '../core/replayState';
import { prefetchLastTaken } from '../../state/deliveries/prefetchLastTaken';
import { prefetchForOffline } from '../../state/offlineReadiness/prefetchForOffline';
import { prefetchIfStale } from '../../state/offlineReadiness/offlineReadiness';
import { fetchFile } from '../../state/reports/download';
import { newWriteId } from '../../state/drafts/drafts';
import { makeStore } from '../../state/store/makeStore';
import { editRefusedEntry } from '../../state/outbox/editRefusedEntry';
import { discardEntries, unsentWork } from '../../state/outbox/outbox';
import { acceptRecorded, moveToNewVisit, retryEntry, sendMine } from '../../state/outbox/refusedEntries';
import { checkSession, followSession, signIn, signOut } from '../../state/session/session';
import type { AppStore, AppThunk } from '../../state/root/types';
import { isFromTimer, isNotRecorded } from './actionPolicy';
import { withoutCacheTimers } from './cacheTimers';
import { replayingEnvironment } from './replayingEnvironment';

type Create = (...args: never[]) => AppThunk<unknown>;

/** The thunks that a recorded intent can name. A new `recordable` thunk needs a row here. */
const THUNKS: Readonly<Record<string, Create>> = {
  acceptRecorded,
  checkSession,
  discardEntries,
  prefetchForOffline,
  prefetchLastTaken,
  fetchFile,
  followSession,
  editRefusedEntry,
  moveToNewVisit,
  newWriteId,
  prefetchIfStale,
  retryEntry,
  sendMine,
  signIn,
  signOut,
  unsentWork,
};

/** The thunk of an RTK Query endpoint. */
function initiate([endpoint, arg, options]: readonly Json[]): AppThunk<unknown> | null {
  const endpoints = api.endpoints as Record<
    string,
    { initiate: (arg: unknown, options: unknown) => AppThunk<unknown> }
  >;
  return endpoints[textOf(endpoint)]?.initiate(arg ?? undefined, options) ?? null;
}

function thunkOf(name: string, args: readonly Json[]): AppThunk<unknown> | null {
  if (name === 'query' || name === 'mutation') return initiate(args);
  return THUNKS[name]?.(...(args as never[])) ?? null;
}

/** RTK Query aborts the running call of a cache entry that its timer removes; a replayed removal has to do the same. */
function abortCallOf(store: AppStore, action: UnknownAction): void {
  if (!api.internalActions.removeQueryResult.match(action)) return;
  const entry = store.getState()[api.reducerPath].queries[action.payload.queryCacheKey];
  if (!entry?.endpointName) return;
  const running = api.util.getRunningQueryThunk as (
    endpoint: string,
    arg: unknown,
  ) => AppThunk<{ abort(): void } | undefined>;
  store.dispatch(running(entry.endpointName, entry.originalArgs))?.abort();
}

function open(log: ReplayLog, run: RecordedRun) {
  const { store } = makeStore(replayingEnvironment(log, run));
  return {
    dispatch(action: UnknownAction) {
      abortCallOf(store, action);
      store.dispatch(action);
    },
    perform(name: string, args: readonly Json[]): boolean {
      const thunk = thunkOf(name, args);
      // Its outcome shows in the actions it dispatches.
      if (thunk) Promise.resolve(store.dispatch(thunk)).catch(() => undefined);
      return thunk !== null;
    },
  };
}

/**
 * Outputs with the same key must come in the recorded order. All outputs of the queue share one key; so do all reads of
 * one endpoint with the same argument. Outputs with different keys may come in any order.
 */
function orderingKeyOf(output: Output): string {
  if (output.kind === 'call') {
    if (output.what !== 'request' || !isObject(output.with)) return 'queue';
    const { method, path, headers } = output.with;
    const isOfQueue = isObject(headers) && CAPTURED_AT_HEADER in headers;
    return isOfQueue ? 'queue' : `${textOf(method)} ${textOf(path).replace(/\bt=\d+/, '')}`;
  }
  const { type, key, meta } = output.action;
  const arg = isObject(meta) && isObject(meta.arg) ? meta.arg : {};
  const [slice = ''] = type.split('/');
  if (slice === 'offline' || slice === 'queue') return 'queue';
  if (slice === 'persist') return `${type} ${textOf(key)}`;
  return slice === api.reducerPath ? `${textOf(arg.endpointName ?? type)} ${textOf(arg.queryCacheKey ?? '')}` : slice;
}

/** Replays a recording in the app's own store, up to action number `until`, and compares what the app does. */
export function replayApp(
  recording: Recording,
  options: Pick<BehaviourOptions, 'settle'> & { until?: number },
): Promise<Verdict> {
  const isIgnored = (action: UnknownAction) => isNotRecorded(action) || isFromTimer(action);
  return withoutCacheTimers(() => replayBehaviour(recording, { ...options, open, orderingKeyOf, isIgnored }));
}
