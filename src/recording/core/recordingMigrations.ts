import { isObject } from './json';

/** One step: a file of the version it is named after becomes one of the next. */
type Migration = (file: Record<string, unknown>) => Record<string, unknown>;

/** Numbered steps from one version of the file to the next. */
const migrations: Readonly<Record<number, Migration>> = {
  /** Version 1 had a single run, with its fields at the top level, and no title. */
  1: ({ events, tab, route, online, ...metadata }) => ({
    title: '',
    ...metadata,
    version: 2,
    runs: [{ startedAt: metadata.startedAt, tab, online: online ?? true, route: route ?? '', events }],
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
