import type { Database } from '../db/database';
import { newId } from '../db/newId';
import { audit } from '../db/schema';

/** What a trace says: who changed which thing when, and how it read before and after. */
export interface AuditEntry {
  userId: string;
  at: Date;
  action: 'update';
  entity: 'visit' | 'delivery' | 'user';
  entityId: string;
  before: unknown;
  after: unknown;
}

/** Leaves the trace of an edit in the transaction of the edit itself. */
export async function writeAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(audit).values({ ...entry, id: newId() });
}
