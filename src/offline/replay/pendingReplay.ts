import {
  connectivityChanged,
  entriesDiscarded,
  entriesReplaced,
  retryTimerFired,
  serverReachable,
  sessionConfirmedForQueue,
  syncRequested,
  windowFocused,
} from '../actions';
import { triesEverything } from './eligibility';
import type { ReplayTrigger } from './replaySummary';

/** What one action asks of the queue. */
export interface ReplayRequest {
  trigger: ReplayTrigger;
  /** Only this entry. */
  only?: string | undefined;
}

/** Wishes that wait to be served by one pass: what came while another was running, or too soon after it. */
export interface PendingReplay {
  triggers: ReadonlySet<ReplayTrigger>;
  /** When the last of them came up, ms since 1970. */
  since: number;
  /** The entries asked for; `null` once everything was. */
  only: ReadonlySet<string> | null;
}

/** The pass an action asks for; `null` for an action that asks for none. */
export function requestOf(action: unknown): ReplayRequest | null {
  if (syncRequested.match(action)) return { trigger: 'asked', only: action.payload.only };
  if (sessionConfirmedForQueue.match(action)) return { trigger: action.payload.by };
  if (connectivityChanged.match(action)) return action.payload.online ? { trigger: 'online' } : null;
  if (windowFocused.match(action)) return { trigger: 'focus' };
  if (serverReachable.match(action)) return { trigger: 'responded' };
  // What waited behind a dropped or edited entry may go now.
  if (entriesDiscarded.match(action) || entriesReplaced.match(action)) return { trigger: 'edited' };
  return retryTimerFired.match(action) ? { trigger: 'timer' } : null;
}

/** Whether a trigger can do without a pass of its own. */
export const isDeferrable = (trigger: ReplayTrigger) => !triesEverything(trigger) && trigger !== 'edited';

/** Wishes add up: one for an entry never replaces one for everything. */
export function mergeRequests(a: PendingReplay | null, b: PendingReplay | null): PendingReplay | null {
  if (!a || !b) return a ?? b;
  return {
    triggers: new Set([...a.triggers, ...b.triggers]),
    since: Math.max(a.since, b.since),
    only: a.only && b.only && new Set([...a.only, ...b.only]),
  };
}

/** One wish, that came up at `since`. */
export function pendingReplayOf({ trigger, only }: ReplayRequest, since: number): PendingReplay {
  return { triggers: new Set([trigger]), since, only: only === undefined ? null : new Set([only]) };
}

/** The wishes among these that may not be dropped; `null` for none. */
export function withoutDeferrable({ triggers, ...wishes }: PendingReplay): PendingReplay | null {
  const left = [...triggers].filter((trigger) => !isDeferrable(trigger));
  return left.length === 0 ? null : { ...wishes, triggers: new Set(left) };
}

/** The same wishes after the server was asked at once for a person: they are as patient as those of a start. */
export const afterAsking = (wishes: PendingReplay): PendingReplay => ({
  ...wishes,
  triggers: new Set([...wishes.triggers].map((trigger) => (trigger === 'asked' ? 'start' : trigger))),
});

/** The widest of several triggers: one that tries everything before one that does not. */
export function broadestTrigger(triggers: ReadonlySet<ReplayTrigger>): ReplayTrigger {
  const all = [...triggers];
  return all.find((trigger) => trigger === 'asked') ?? all.find(triesEverything) ?? all[0] ?? 'timer';
}
