import { isObject } from './json';

/** One step: a file of the version it is named after becomes one of the next. */
type Migration = (file: Record<string, unknown>) => Record<string, unknown>;

const KINDS_BEFORE_3: Readonly<Record<string, string>> = {
  came: 'response',
  heard: 'message',
  drew: 'value',
  place: 'navigation',
};

/** Renames the kinds and the flags of an event of version 2. */
function eventOfVersion3(event: unknown): unknown {
  if (!isObject(event)) return event;
  const { kind, joined, outside, ...rest } = event;
  return {
    kind: KINDS_BEFORE_3[String(kind)] ?? kind,
    ...rest,
    ...(joined === undefined ? {} : { sameTick: joined }),
    ...(outside === undefined ? {} : { external: outside }),
  };
}

const withEvents = (run: unknown): unknown =>
  isObject(run) && Array.isArray(run.events) ? { ...run, events: run.events.map(eventOfVersion3) } : run;

/** Numbered steps from one version of the file to the next. */
const migrations: Readonly<Record<number, Migration>> = {
  /** Version 1 had a single run, with its fields at the top level, and no title. */
  1: ({ events, tab, route, online, ...metadata }) => ({
    title: '',
    ...metadata,
    version: 2,
    runs: [{ startedAt: metadata.startedAt, tab, online: online ?? true, route: route ?? '', events }],
  }),
  /** Version 2 had other names for the kinds and flags of events. */
  2: ({ runs, ...metadata }) => ({
    ...metadata,
    version: 3,
    runs: Array.isArray(runs) ? runs.map(withEvents) : runs,
  }),
};

/** Brings a file up to `version`, step by step; `null` when a step is missing. */
export function migrate(file: unknown, version: number, steps = migrations): Record<string, unknown> | null {
  let current: unknown = file;
  while (isObject(current) && current.version !== version) {
    const step = typeof current.version === 'number' ? steps[current.version] : undefined;
    if (!step) return null;
    current = step(current);
  }
  return isObject(current) ? current : null;
}
