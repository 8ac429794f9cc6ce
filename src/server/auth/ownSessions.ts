import { createHash } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { OwnSession } from '../../contract/sessions';
import type { Database } from '../db/database';
import { sessions } from '../db/schema';
import { problem } from '../http/problems';
import { isUnexpired, tokenHashOf } from './sessions';

/** The id of a session in the list: a hash of the table's key, which is itself a hash of the token. */
const listedId = (tokenHash: string) => createHash('sha256').update(tokenHash).digest('base64url').slice(0, 22);

/** The valid sessions of a user; the one of `token` first, then the most recently used. */
export async function listSessionsOf(db: Database, userId: string, token: string | null, now: Date) {
  const rows = await db.select().from(sessions).where(isValidOf(userId, now)).orderBy(desc(sessions.lastSeenAt));
  const currentHash = token === null ? null : tokenHashOf(token);
  return rows
    .map(({ tokenHash, userAgent, ip, createdAt, lastSeenAt }): OwnSession => {
      const times = { createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() };
      const origin = { userAgent: userAgent ?? '', ip: ip ?? '' };
      return { _id: listedId(tokenHash), ...origin, ...times, current: tokenHash === currentHash };
    })
    .sort((a, b) => Number(b.current) - Number(a.current));
}

/** Ends a session of the user by its id in the list. Refuses with 404 an id that is none of the user's sessions. */
export async function endSessionOf(db: Database, userId: string, id: string, now: Date): Promise<void> {
  const rows = await db.select({ tokenHash: sessions.tokenHash }).from(sessions).where(isValidOf(userId, now));
  const found = rows.find(({ tokenHash }) => listedId(tokenHash) === id);
  if (!found) throw problem.notFound('Session not found');
  await db.delete(sessions).where(eq(sessions.tokenHash, found.tokenHash));
}

function isValidOf(userId: string, now: Date) {
  return and(eq(sessions.userId, userId), isNull(sessions.endedAt), isUnexpired(now));
}
