import { isDeepStrictEqual } from 'node:util';
import type { AuditedEntity } from '../../contract/audit';
import type { Database } from '../db/database';
import { problem } from '../http/problems';
import type { SessionUser } from '../http/route';
import { writeAudit } from './audit';

/** What items, locations and boxes have in common. */
interface CatalogueRow {
  id: string;
  version: number;
  changedBy: string | null;
  deactivatedAt: Date | null;
}

/** The time of deactivation after a change. A record that was inactive before keeps its earlier time. */
export function deactivatedAtAfter(row: CatalogueRow, active: boolean | undefined, now: Date): Date | null {
  if (active === undefined) return row.deactivatedAt;
  return active ? null : (row.deactivatedAt ?? now);
}

interface CatalogueChange<Row> {
  entity: AuditedEntity;
  user: SessionUser;
  now: Date;
  before: Row;
  /** `before` with the new values. */
  after: Row;
  write: (row: Row) => Promise<unknown>;
  /** The row as the audit records it. */
  read: (row: Row) => object;
}

/** Writes an edit with its new version and its audit entry. Writes nothing if all values are equal. */
export async function saveCatalogueChange<Row extends CatalogueRow>(
  tx: Database,
  { entity, user, now, before, after, write, read }: CatalogueChange<Row>,
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return;
  const changed = { ...after, version: before.version + 1, changedBy: user._id };
  await write(changed);
  const entry = { userId: user._id, at: now, action: 'update', entity, entityId: before.id } as const;
  await writeAudit(tx, { ...entry, before: read(before), after: read(changed) });
}

/** Whether a record was active at an instant. A device may send a write long after its capture. */
export function wasActiveAt({ deactivatedAt }: Pick<CatalogueRow, 'deactivatedAt'>, instant: Date): boolean {
  return deactivatedAt === null || instant < deactivatedAt;
}

/**
 * Refuses with 409 a write that was captured after the record that it names was deactivated. Earlier captures are
 * accepted.
 */
export function assertActiveAt(name: string, row: Pick<CatalogueRow, 'deactivatedAt'>, capturedAt: Date): void {
  if (wasActiveAt(row, capturedAt)) return;
  const error = `${name} was deactivated before this was captured. Choose another, or ask an admin.`;
  throw problem.conflict(error, { reason: 'deactivated' });
}
