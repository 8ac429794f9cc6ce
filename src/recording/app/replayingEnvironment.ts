import type { Middleware } from '@reduxjs/toolkit';
import { REHYDRATE } from 'redux-persist';
import type { HttpResponse } from '../../api/client/transport';
import type { QueueMessage } from '../../offline/tabs/queueChannel';
import type { ReplayLog } from '../behaviour/replayLog';
import { isObject, type Json, textOf } from '../core/json';
import type { RecordedRun } from '../core/recordingFile';
import { actionsOf } from '../core/replayState';
import type { Environment } from '../../state/store/makeStore';
import type { SliceStorage } from '../../state/root/persistence';
import { replayingRecords } from './replayingRecords';

const QUEUE_KEY = 'queue';

/**
 * The caches as the app found them: what it read from them stands in the recorded actions. A page that went away
 * while it read had no answer to the rest.
 */
function foundCaches(run: RecordedRun): SliceStorage {
  const found = new Map<string, string | null>();
  for (const { action } of actionsOf(run)) {
    const { type, key, payload } = action;
    if (type !== REHYDRATE || key === QUEUE_KEY) continue;
    const parts = isObject(payload)
      ? Object.entries(payload).map(([name, part]) => [name, JSON.stringify(part)])
      : null;
    found.set(`persist:${textOf(key)}`, parts && JSON.stringify(Object.fromEntries(parts)));
  }
  return {
    getItem: (key: string) => {
      const kept = found.get(key);
      return kept === undefined ? new Promise<never>(() => undefined) : Promise.resolve(kept);
    },
    setItem: async () => undefined,
    removeItem: async () => undefined,
    keys: async () => [],
  };
}

/** An answer as it came; of a file nothing but its size was kept. */
function answerOf(value: Json | undefined): HttpResponse {
  const answer = value as unknown as HttpResponse;
  const isFile = answer.ok && isObject(answer.data) && 'fileBytes' in answer.data;
  return isFile ? { ...answer, data: new Blob([]) } : answer;
}

/**
 * RTK Query notes by the device's own clock when an answer came, and the caches go by it: in a replay that clock is the
 * recording's, on whatever day it runs.
 */
function byRecordedClock({ middleware, now }: ReplayLog): Middleware {
  return (api) => {
    const handle = middleware(api);
    return (next) => {
      const pass = handle(next);
      return (action) => {
        const { meta } = action as { meta?: object };
        const isTimed = typeof meta === 'object' && 'fulfilledTimeStamp' in meta;
        return pass(isTimed ? { ...(action as object), meta: { ...meta, fulfilledTimeStamp: now() } } : action);
      };
    };
  };
}

/** The world of a recording around a store: it answers what and when the recording says. */
export function replayingEnvironment(tape: ReplayLog, run: RecordedRun): Environment {
  const ask = (what: string, detail: unknown) =>
    new Promise<Json | undefined>((resolve, reject) => {
      tape.call(what, detail, ({ value, failed }) =>
        failed === undefined ? resolve(value) : reject(new Error(failed)),
      );
    });
  let madeUp = 0;
  return {
    transport: async ({ method, path, body, headers, answerType }) =>
      answerOf(await ask('request', { method, path, body, headers, answerType })),
    now: tape.now,
    newId: () => {
      madeUp += 1;
      return textOf(tape.drew('id') ?? `replayed-${madeUp}`);
    },
    random: () => Number(tape.drew('random') ?? 0.5),
    cacheStorage: foundCaches(run),
    records: replayingRecords(tape),
    locks: {
      tabId: run.tab,
      async holdEntry(id) {
        const { granted } = (await ask('holdEntry', { id })) as { granted: boolean };
        return granted ? () => undefined : null;
      },
      heldEntries: async () => new Set(((await ask('heldEntries', null)) as { ids: string[] }).ids),
      isReplaying: async () => ((await ask('isReplaying', null)) as { replaying: boolean }).replaying,
      async replayExclusively(wait, work) {
        const { granted, stolen } = (await ask('replayExclusively', { wait })) as {
          granted: boolean;
          stolen?: boolean;
        };
        return granted ? work({ isLost: () => false, isStolen: stolen === true }) : null;
      },
    },
    channel: {
      post: (message) => tape.call('post', message, () => undefined),
      subscribe(onMessage) {
        tape.onHeard('message', (message) => onMessage(message as unknown as QueueMessage));
        return () => undefined;
      },
    },
    schedule(work) {
      let isCancelled = false;
      tape.call('timer', null, () => {
        if (!isCancelled) work();
      });
      return () => {
        isCancelled = true;
      };
    },
    askToPersist: () => undefined,
    firstMiddleware: byRecordedClock(tape),
  };
}
