/** The version that this build writes and reads. */
export const ENTRY_VERSION = 4;

/** Migrates a record from one version to the next. Pure. If it throws, the record is quarantined. */
type Migration = (record: Record<string, unknown>) => Record<string, unknown>;

/** One per released version: from that version to the next. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {
  /** Version 1 did not store whether a try may have reached the server, so it counts as one that may have. */
  1: (record) => ({ ...record, v: 2, baseVersion: null, over: null, pricesAsOf: null, firstTry: true }),
  /** Version 2 stored neither the prices that the form showed nor the first position of a corrected submit. */
  2: (record) => ({ ...record, v: 3, unitPrices: null, movedFrom: null }),
  /** Version 3 moved a corrected submit to the end of the order. It keeps that position. */
  3: ({ movedFrom: _movedFrom, ...record }) => ({ ...record, v: 4 }),
};

/**
 * Migrates a record to the version of this build. Returns 'newer' for a record that a newer build wrote. Throws for
 * anything that is no record.
 */
export function migrateEntry(
  raw: unknown,
  migrations: Readonly<Record<number, Migration>> = MIGRATIONS,
  target: number = ENTRY_VERSION,
): unknown {
  if (typeof raw !== 'object' || raw === null) throw new Error('Not a queue entry');
  let record = raw as Record<string, unknown>;
  const version = record.v;
  if (typeof version !== 'number') throw new Error('A queue entry of an unknown version');
  if (version > target) return 'newer';
  for (let v = version; v < target; v += 1) {
    const migrate = migrations[v];
    if (!migrate) throw new Error('A queue entry of an unknown version');
    record = migrate(record);
  }
  return record;
}

/** Migrates the state of an entry. Version 1 stored the tab that held the entry, and fewer fields about its tries. */
export function migrateState(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !('tab' in raw)) return raw;
  const { tab: _tab, ...state } = raw as Record<string, unknown>;
  const isRefused = state.state === 'refused';
  return { ...state, state: isRefused ? 'refused' : 'waiting', mayHaveArrived: true, nextTryAt: 0 };
}
