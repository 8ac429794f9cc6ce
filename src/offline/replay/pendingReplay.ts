import {
  connectivityChanged,
  entriesDiscarded,
  entriesReplaced,
  entryReplayed,
  retryTimerFired,
  serverReachable,
  sessionConfirmedForQueue,
  syncRequested,
  windowFocused,
} from '../actions';
import { triesEverything } from './eligibility';
import type { ReplayTrigger } from './replaySummary';

/** The pass that one action requests. */
export interface ReplayRequest {
  trigger: ReplayTrigger;
  /** Only this entry. */
  only?: string | undefined;
}

/** Requests that one pass will serve: those that came while another pass ran, or too soon after it. */
export interface PendingReplay {
  /** When each trigger was last requested, ms since 1970. */
  triggers: ReadonlyMap<ReplayTrigger, number>;
  /** The ids of the requested entries; `null` for all. */
  only: ReadonlySet<string> | null;
}

/** The pass that an action requests; `null` for none. */
export function requestOf(action: unknown): ReplayRequest | null {
  if (syncRequested.match(action)) return { trigger: 'syncNow', only: action.payload.only };
  if (sessionConfirmedForQueue.match(action)) return { trigger: action.payload.by };
  if (connectivityChanged.match(action)) return action.payload.online ? { trigger: 'online' } : null;
  if (windowFocused.match(action)) return { trigger: 'focus' };
  if (serverReachable.match(action)) return { trigger: 'responded' };
  // Entries that waited for an accepted, dropped or edited entry may be sent now.
  if (entryReplayed.match(action) && action.payload.isRecordedOtherwise) return { trigger: 'edited' };
  if (entriesDiscarded.match(action) || entriesReplaced.match(action)) return { trigger: 'edited' };
  return retryTimerFired.match(action) ? { trigger: 'timer' } : null;
}

/** Whether a trigger needs no pass of its own. */
export const isDeferrable = (trigger: ReplayTrigger) => !triesEverything(trigger) && trigger !== 'edited';

/** Whether only certain entries are requested: a person sends them alone. */
export const isSingle = (requests: PendingReplay | null): boolean => requests !== null && requests.only !== null;

/** Merges requests. A request for one entry never replaces one for all. */
export function mergeRequests(a: PendingReplay | null, b: PendingReplay | null): PendingReplay | null {
  if (!a || !b) return a ?? b;
  const byTime = [...a.triggers, ...b.triggers].sort(([, one], [, other]) => one - other);
  return {
    triggers: new Map(byTime),
    only: a.only && b.only && new Set([...a.only, ...b.only]),
  };
}

/** One request, made at this time (ms since 1970). */
export function pendingReplayOf({ trigger, only }: ReplayRequest, at: number): PendingReplay {
  return { triggers: new Map([[trigger, at]]), only: only === undefined ? null : new Set([only]) };
}

/**
 * The requests that a pause of the server delays; `null` for none. It drops those that are deferrable. A Sync now that
 * was served once waits like `start`.
 */
export function requestsAfterPause({ triggers, only }: PendingReplay): PendingReplay | null {
  const delayed = [...triggers].filter(([trigger]) => !isDeferrable(trigger));
  if (delayed.length === 0) return null;
  return { only, triggers: new Map(delayed.map(([trigger, at]) => [trigger === 'syncNow' ? 'start' : trigger, at])) };
}

/** The time of the last request, ms since 1970. */
export const lastRequestedAt = ({ triggers }: PendingReplay) => Math.max(...triggers.values());

/** The broadest of several triggers: one that tries everything before one that does not. */
export function broadestTrigger({ triggers }: PendingReplay): ReplayTrigger {
  const all = [...triggers.keys()];
  return all.find((trigger) => trigger === 'syncNow') ?? all.find(triesEverything) ?? all[0] ?? 'timer';
}
