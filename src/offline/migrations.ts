/** The version that this build writes and reads. */
export const ENTRY_VERSION = 1;

/** Brings a record of the version it is named by to the next one. Pure; may throw, then the record is set aside. */
type Migration = (record: Record<string, unknown>) => Record<string, unknown>;

/** One per version that was ever released, from that version to the next. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {};

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
