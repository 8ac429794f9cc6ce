import type { UnknownAction } from '@reduxjs/toolkit';
import type { ResponseEvent, RecordedEvent } from '../core/events';
import type { Json } from '../core/json';
import type { RecordedRun, Recording } from '../core/recordingFile';
import { type Difference, type Verdict } from '../core/replayState';
import { createExpectations, type OrderingKey } from './expectations';
import { createReplayLog, type ReplayLog } from './replayLog';
import { createComparison } from './compare';

/** The replayed app. */
export interface ReplayedApp {
  dispatch(action: UnknownAction): void;
  /** Dispatches a thunk by its name; `false` when there is none of that name. */
  perform(name: string, args: readonly Json[]): boolean;
}

export interface BehaviourOptions {
  /** Makes the app's store in the replaying environment. */
  open: (log: ReplayLog, run: RecordedRun) => ReplayedApp;
  orderingKeyOf: OrderingKey;
  isIgnored: (action: UnknownAction) => boolean;
  /** Resolves when the app waits for nothing but the next recorded event. */
  settle: () => Promise<void>;
  until?: number;
}

interface Found {
  index: number;
  difference: Difference;
}

/** Feeds one run to a store. Returns the first difference, or `null`. */
async function replayRun(run: RecordedRun, options: BehaviourOptions): Promise<Found | null> {
  const { events } = run;
  const comparison = createComparison();
  const expected = createExpectations(events, options.orderingKeyOf, comparison);
  const responseHandlers = new Map<number, (event: ResponseEvent) => void>();
  let found: Found | null = null;
  let settledBefore = 0;

  const controls = createReplayLog({
    events,
    isIgnored: options.isIgnored,
    onOutput(output, onResponse) {
      if (found) return;
      const taken = expected.take(output);
      if ('difference' in taken) found = taken;
      else if (taken.event.kind === 'call' && onResponse) responseHandlers.set(taken.event.id, onResponse);
    },
    onWrote(event, recorded, replayed) {
      const difference = comparison.firstDifference(recorded, JSON.parse(JSON.stringify(replayed)));
      const index = events.indexOf(event);
      if (difference && !found)
        found = { index, difference: expected.at(index, 'what is written to the disk', difference) };
    },
  });
  const app = options.open(controls.log, run);

  function feed(event: RecordedEvent, index: number): void {
    if (event.kind === 'message') controls.deliverMessage(event.what, comparison.translated(event.value));
    else if (event.kind === 'response') {
      const onResponse = responseHandlers.get(event.id);
      if (onResponse) onResponse(event);
      else found ??= expected.missingBefore(index);
    } else if (event.kind === 'intent') {
      const isKnown = app.perform(event.name, comparison.translated(event.args));
      const difference = expected.at(index, event.name, { path: '', recorded: event.name, replayed: undefined });
      if (!isKnown) found ??= { index, difference };
    } else if (event.kind === 'action') {
      controls.feed(() => app.dispatch(comparison.translated(event.action) as UnknownAction));
    }
  }

  const isFed = (event: RecordedEvent) =>
    event.kind === 'message' ||
    event.kind === 'response' ||
    event.kind === 'intent' ||
    (event.kind === 'action' && event.external);
  controls.setNow(run.startedAt);
  for (const [index, event] of events.entries()) {
    if (!isFed(event)) continue;
    if (!event.sameTick) {
      await options.settle();
      settledBefore = index;
    }
    if (found || (event.kind === 'action' && event.n > (options.until ?? Number.POSITIVE_INFINITY))) break;
    controls.setNow(event.at);
    feed(event, index);
  }
  await options.settle();
  const missing = expected.missingBefore(found || options.until !== undefined ? settledBefore : events.length);
  return missing && (!found || missing.index < (found as Found).index) ? missing : found;
}

/**
 * Feeds the recorded external events to the app's own store, run by run, and compares its outputs with the recorded
 * ones: actions, calls and writes to the record store.
 */
export async function replayBehaviour(recording: Recording, options: BehaviourOptions): Promise<Verdict> {
  let actions = recording.dropped;
  for (const run of recording.runs) {
    const last = run.events.findLast((event) => event.kind === 'action');
    // A run that lost its beginning can't be replayed: the calls that were open then are unknown.
    if (run.base === undefined) {
      const found = await replayRun(run, options);
      if (found) return { ok: false, actions, difference: found.difference };
    }
    if (last?.kind === 'action') actions = last.n;
    if (actions >= (options.until ?? Number.POSITIVE_INFINITY)) break;
  }
  return { ok: true, actions };
}
