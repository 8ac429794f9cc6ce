import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../domain/durations';
import type { Database } from '../db/database';
import { pruneInBatches } from '../db/pruneInBatches';
import { sessions, users } from '../db/schema';
import type { SessionUser } from '../http/route';
import { mustChangePassword } from './users';

const IDLE_LIMIT_MS = 7 * DAY_MS;
export const ABSOLUTE_LIMIT_MS = 30 * DAY_MS;
/** `lastSeenAt` is written at most this often, so that most requests write nothing. */
const SEEN_STEP_MS = MINUTE_MS;
const TOKEN_BYTES = 32;
/** The sessions of one user. The next sign-in ends the one that was not used for longest. */
const SESSIONS_PER_USER_MAX = 50;

/** The hash of a session's token, as the table has it. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Under https the prefix `__Host-` makes browsers refuse a cookie of a sister domain or without Secure. */
function cookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-session' : 'session';
}

/** The token that the request's cookie carries, or `null`. */
export function tokenOf(request: FastifyRequest): string | null {
  return request.cookies[cookieName(request)] ?? null;
}

/** A session that was last used before this instant has expired. */
const idleSince = (now: Date) => new Date(now.getTime() - IDLE_LIMIT_MS);

/** The condition of sessions that have not expired. */
export const isUnexpired = (now: Date) => and(gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince(now)));

/** The origin of a sign-in, by which users recognise the session in their list. */
export interface SessionOrigin {
  ip: string;
  userAgent: string | null;
}

/** The stored length of a user agent, in characters. */
const USER_AGENT_CHARS_MAX = 300;

/** The `User-Agent` header; `null` without one. */
export const userAgentOf = ({ headers }: FastifyRequest): string | null =>
  headers['user-agent']?.slice(0, USER_AGENT_CHARS_MAX) ?? null;

export const signedInFrom = (request: FastifyRequest): SessionOrigin => ({
  ip: request.ip,
  userAgent: userAgentOf(request),
});

/** Ends the sessions of a user that are over the limit, the one that was not used for longest first. */
async function endSurplusSessions(db: Database, userId: string): Promise<void> {
  const isOpen = and(eq(sessions.userId, userId), isNull(sessions.endedAt));
  const surplus = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(isOpen)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(SESSIONS_PER_USER_MAX - 1);
  await db.delete(sessions).where(inArray(sessions.tokenHash, surplus));
}

/**
 * Begins a session and returns its token. The table stores only a hash of the token; the token itself is only in the
 * cookie.
 */
export async function beginSession(
  db: Database,
  userId: string,
  now: Date,
  lifetimeMs = ABSOLUTE_LIMIT_MS,
  origin: SessionOrigin | null = null,
): Promise<string> {
  await endSurplusSessions(db, userId);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db.insert(sessions).values({
    tokenHash: tokenHashOf(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    ...origin,
  });
  return token;
}

/**
 * Ends a session on the server: its cookie and every copy of it are refused from now on. The response does not delete
 * the cookie: it may arrive after the response to the next sign-in, and would delete that session's cookie.
 */
export async function endSession(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHashOf(token)));
}

/** Ends every session of a user whose password was changed or reset: the next call gets 401. */
export async function endSessionsOf(db: Database, userId: string): Promise<void> {
  // The ended sessions of a deactivated user stay, as the reason why a call is refused.
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

/** Removes expired sessions. */
export async function pruneSessions(db: Database, now: Date): Promise<void> {
  const isExpired = or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleSince(now)));
  await pruneInBatches(sessions, isExpired, (isInBatch) =>
    db.delete(sessions).where(isInBatch).returning({ userId: sessions.userId }),
  );
}

/** Ends every session of deactivated users. A later activation does not restore them. */
export async function endSessionsOfDeactivated(db: Database, userIds: readonly string[], now: Date): Promise<void> {
  const isOpen = and(inArray(sessions.userId, [...userIds]), isNull(sessions.endedAt));
  await db.update(sessions).set({ endedAt: now }).where(isOpen);
}

/** The user of a request's session. */
export interface FoundSession {
  /** `null`: no cookie, an unknown, ended or expired session, an inactive user. */
  sessionUser: SessionUser | null;
  /** The session has not expired, but its user is inactive: 403 instead of 401. */
  isDeactivated: boolean;
  /** Whether the user has a one-time password, which they must change. */
  mustChangePassword: boolean;
}

const NO_SESSION: FoundSession = { sessionUser: null, isDeactivated: false, mustChangePassword: false };

async function selectSession(db: Database, token: string | null, now: Date) {
  if (token === null) return undefined;
  const [row] = await db
    .select({
      user: { _id: users.id, name: users.name, email: users.email, roles: users.roles },
      isActive: users.active,
      passwordExpiresAt: users.passwordExpiresAt,
      tokenHash: sessions.tokenHash,
      lastSeenAt: sessions.lastSeenAt,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHashOf(token)), isUnexpired(now)));
  return row;
}

function toFoundSession(row: Awaited<ReturnType<typeof selectSession>>): FoundSession {
  if (!row?.isActive || row.endedAt !== null) {
    return { ...NO_SESSION, isDeactivated: row !== undefined && !row.isActive };
  }
  return { sessionUser: row.user, isDeactivated: false, mustChangePassword: mustChangePassword(row) };
}

/** Finds the session of a token. Reads roles and the active flag each time, so that a change takes effect at once. */
export async function findSession(db: Database, token: string | null, now: Date): Promise<FoundSession> {
  return toFoundSession(await selectSession(db, token, now));
}

/** The same at the arrival of a request, which counts as a use of the session. */
export async function findSessionAndRecordUse(db: Database, token: string | null, now: Date): Promise<FoundSession> {
  const row = await selectSession(db, token, now);
  const found = toFoundSession(row);
  if (row && found.sessionUser && now.getTime() - row.lastSeenAt.getTime() > SEEN_STEP_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, row.tokenHash));
  }
  return found;
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: ABSOLUTE_LIMIT_MS / SECOND_MS,
  });
}
