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

/** Since when a thing is inactive after a change: one that was inactive before stays so since the first time. */
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

/** Writes an edit with its new version and its audit entry. Equal values are no change: nothing is written. */
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

/** Whether a thing could be chosen at an instant. A device may send much later what it captured then. */
export function wasActiveAt({ deactivatedAt }: Pick<CatalogueRow, 'deactivatedAt'>, instant: Date): boolean {
  return deactivatedAt === null || instant < deactivatedAt;
}

/** Refuses with 409 what was captured after the thing that it names was deactivated. What was before has happened. */
export function assertActiveAt(name: string, row: Pick<CatalogueRow, 'deactivatedAt'>, capturedAt: Date): void {
  if (wasActiveAt(row, capturedAt)) return;
  throw problem.conflict(`${name} was deactivated before this was captured. Choose another, or ask an admin.`);
}
