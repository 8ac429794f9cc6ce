import type { PostgresNode } from './postgresNode';

export interface StoredOnce {
  /** Acknowledged deliveries that the database does not have. */
  lost: number;
  /** Deliveries beyond one for each entry of a device. */
  doubled: number;
}

/** Compares what devices were told with what the database has. `before`: how many deliveries it had at the start. */
export async function storedOnce(
  query: PostgresNode['query'],
  acknowledged: readonly string[],
  { before, entries }: { before: number; entries: number },
): Promise<StoredOnce> {
  const rows = await query('select id from deliveries');
  const stored = new Set(rows.map(({ id }) => id));
  return {
    lost: acknowledged.filter((id) => !stored.has(id)).length,
    doubled: rows.length - before - entries + (entries - new Set(acknowledged).size),
  };
}
