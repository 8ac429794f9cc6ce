import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { IF_MATCH_HEADER } from '../../contract/headers';
import type { ChangedMeanwhile } from '../../contract/writes';
import type { Database } from '../db/database';
import { users } from '../db/schema';
import { problem } from './problems';

/** `3` or `"3"`. */
const VERSION = /^(?:"(\d{1,9})"|(\d{1,9}))$/;

/** The version that the client changed, from `If-Match`; `null` (any version) without the header or for `*`. */
export function ifMatchOf(request: Pick<FastifyRequest, 'headers'>): number | null {
  const value = request.headers[IF_MATCH_HEADER.toLowerCase()];
  if (value === undefined || value === '*') return null;
  const [, quoted, bare] = VERSION.exec(String(value)) ?? [];
  const version = quoted ?? bare;
  if (version === undefined) throw problem.badRequest(`${IF_MATCH_HEADER} must be a version such as "3", or *.`);
  return Number(version);
}

/** A row with a version, locked by the transaction of the change. */
interface Versioned {
  version: number;
  changedBy: string | null;
}

/**
 * Refuses with 412 unless the row has the version of `If-Match`. The error contains the user who changed it and the
 * current record.
 */
export async function assertVersion(
  tx: Database,
  { version, changedBy }: Versioned,
  ifMatch: number | null,
  readCurrent: () => Promise<ChangedMeanwhile['current']>,
): Promise<void> {
  if (ifMatch === null || ifMatch === version) return;
  const [person] =
    changedBy === null
      ? []
      : await tx.select({ _id: users.id, name: users.name }).from(users).where(eq(users.id, changedBy));
  const error = person ? `Changed by ${person.name} meanwhile.` : 'Changed by someone else meanwhile.';
  throw problem.changedMeanwhile(error, { current: await readCurrent(), changedBy: person ?? null });
}
