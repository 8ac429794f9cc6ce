import type { Middleware } from '@reduxjs/toolkit';
import { REHYDRATE } from 'redux-persist';
import type { HttpResponse } from '../../api/client/transport';
import type { QueueMessage } from '../../offline/tabs/queueChannel';
import type { ReplayLog } from '../behaviour/replayLog';
import { isObject, type Json, textOf } from '../core/json';
import type { RecordedRun } from '../core/recordingFile';
import { actionsOf } from '../core/replayState';
import type { Environment } from '../../state/store/makeStore';
import type { SliceStorage } from '../../state/root/sliceStorage';
import { replayingRecords } from './replayingRecords';

/**
 * The stored caches as the recorded app read them one after another, taken from its REHYDRATE actions. A key without
 * one never resolves: the page was closed before its read ended.
 */
function recordedCaches(run: RecordedRun): SliceStorage {
  const found = new Map<string, (string | null)[]>();
  for (const { action } of actionsOf(run)) {
    const { type, key, payload, err } = action;
    if (type !== REHYDRATE) continue;
    const parts = isObject(payload)
      ? Object.entries(payload).map(([name, part]) => [name, JSON.stringify(part)])
      : null;
    const name = `persist:${textOf(key)}`;
    const text = parts && JSON.stringify(Object.fromEntries(parts));
    // A read that failed was repeated.
    found.set(name, [...(found.get(name) ?? []), ...(err ? [] : [text])]);
  }
  return {
    getItem: (key: string) => {
      const texts = found.get(key);
      if (!texts) return new Promise<never>(() => undefined);
      return Promise.resolve((texts.length > 1 ? texts.shift() : texts[0]) ?? null);
    },
    setItem: async () => undefined,
    removeItem: async () => undefined,
    keys: async () => [],
  };
}

/** The recorded response. A file is replaced by an empty Blob: the recording holds its size only. */
function responseOf(value: Json | undefined): HttpResponse {
  const response = value as HttpResponse;
  const isFile = response.ok && isObject(response.data) && 'fileBytes' in response.data;
  return isFile ? { ...response, data: new Blob([]) } : response;
}

/**
 * Sets `fulfilledTimeStamp` to the recorded time. RTK Query takes it from the device's clock and the caches compare it,
 * so that a replay on another day would act differently.
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

/** The environment of a replay: responses, messages, ids and times come from the recording. */
export function replayingEnvironment(log: ReplayLog, run: RecordedRun): Environment {
  const call = (what: string, detail: unknown) =>
    new Promise<Json | undefined>((resolve, reject) => {
      log.call(what, detail, ({ value, failed }) =>
        failed === undefined ? resolve(value) : reject(new Error(failed)),
      );
    });
  const lock = async (what: string, detail: unknown) => {
    const { granted } = (await call(what, detail)) as { granted: boolean };
    return granted ? () => undefined : null;
  };
  let generatedIds = 0;
  return {
    transport: async ({ method, path, body, headers, responseType }) =>
      responseOf(await call('request', { method, path, body, headers, responseType })),
    now: log.now,
    newId: () => {
      generatedIds += 1;
      return textOf(log.nextValue('id') ?? `replayed-${generatedIds}`);
    },
    random: () => Number(log.nextValue('random') ?? 0.5),
    cacheStorage: recordedCaches(run),
    records: replayingRecords(log),
    locks: {
      tabId: run.tab,
      holdEntry: (id) => lock('holdEntry', { id }),
      stealEntry: (id) => lock('stealEntry', { id }),
      beginActivity: (activity) => lock('beginActivity', { activity }),
      activities: async () => new Set(((await call('activities', null)) as { names: string[] }).names),
      async replayExclusively(wait, work) {
        const { granted } = (await call('replayExclusively', { wait })) as { granted: boolean };
        return granted ? work({ isLost: () => false }) : null;
      },
    },
    channel: {
      post: (message) => log.call('post', message, () => undefined),
      subscribe(onMessage) {
        log.onMessage('message', (message: unknown) => onMessage(message as QueueMessage));
        return () => undefined;
      },
    },
    schedule(work) {
      let isCancelled = false;
      log.call('timer', null, () => {
        if (!isCancelled) work();
      });
      return () => {
        isCancelled = true;
      };
    },
    askToPersist: () => undefined,
    firstMiddleware: byRecordedClock(log),
  };
}
