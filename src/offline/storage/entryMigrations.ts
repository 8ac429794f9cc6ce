/** The version that this build writes and reads. */
export const ENTRY_VERSION = 2;

/** Brings a record of the version it is named by to the next one. Pure; may throw, then the record is quarantined. */
type Migration = (record: Record<string, unknown>) => Record<string, unknown>;

/** One per version that was ever released, from that version to the next. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {
  /** Whether a try of version 1 reached the server is not known, so it may have. */
  1: (record) => ({ ...record, v: 2, baseVersion: null, over: null, pricesAsOf: null, firstTry: true }),
};

/** A record as this build reads it; 'newer' for one that a newer build wrote. Throws for what is no record at all. */
export function migrateEntry(
  raw: unknown,
  migrations: Readonly<Record<number, Migration>> = MIGRATIONS,
  target: number = ENTRY_VERSION,
): unknown {
  if (typeof raw !== 'object' || raw === null) throw new Error('Not a queue entry');
  let record = raw as Record<string, unknown>;
  const version = record.v;
  if (typeof version !== 'number') throw new Error('A queue entry without a version');
  if (version > target) return 'newer';
  for (let v = version; v < target; v += 1) {
    const migrate = migrations[v];
    if (!migrate) throw new Error(`No migration of a queue entry from version ${v}`);
    record = migrate(record);
  }
  return record;
}

/** The state beside an entry as this build reads it. Version 1 noted the tab that had the entry, and less of its tries. */
export function migrateState(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !('tab' in raw)) return raw;
  const { tab: _tab, ...state } = raw as Record<string, unknown>;
  const isRefused = state.state === 'refused';
  return { ...state, state: isRefused ? 'refused' : 'waiting', mayHaveArrived: true, nextTryAt: 0 };
}
