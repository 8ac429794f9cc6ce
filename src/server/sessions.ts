import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, or } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../domain/durations';
import type { Database } from './db/database';
import { sessions, users } from './db/schema';
import type { SessionUser } from './route';

const IDLE_LIMIT_MS = 7 * DAY_MS;
const ABSOLUTE_LIMIT_MS = 30 * DAY_MS;
/** lastSeenAt is not written more often than this, so that reading stays reading. */
const SEEN_STEP_MS = MINUTE_MS;
const TOKEN_BYTES = 32;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Under https the name itself forbids a cookie set by a sister domain or without Secure. */
function cookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-session' : 'session';
}

/** The token that the request's cookie carries, or `null`. */
export function tokenOf(request: FastifyRequest): string | null {
  return request.cookies[cookieName(request)] ?? null;
}

/**
 * Begins a session of somebody who was active a moment ago; `null` when they no longer are. Their row is held
 * meanwhile: a deactivation comes wholly before, or after and ends this session too.
 */
export function beginSessionIfActive(db: Database, userId: string, now: Date): Promise<string | null> {
  return db.transaction(async (tx) => {
    const isStill = and(eq(users.id, userId), eq(users.active, true));
    const [still] = await tx.select({ id: users.id }).from(users).where(isStill).for('share');
    return still ? beginSession(tx, userId, now) : null;
  });
}

/** Begins a session and returns its token, which exists in the cookie alone: the table keeps a hash. */
export async function beginSession(db: Database, userId: string, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db.insert(sessions).values({
    tokenHash: hashOf(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + ABSOLUTE_LIMIT_MS),
  });
  return token;
}

/** Ends a session on the server: its cookie, wherever it was copied to, is worth nothing from now on. */
export async function endSession(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashOf(token)));
}

/** Removes what has run out. */
export async function pruneSessions(db: Database, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - IDLE_LIMIT_MS);
  await db.delete(sessions).where(or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleSince)));
}

/**
 * Who is signed in, or `null`: no cookie, an ended or expired session, an inactive user. Roles and the active
 * flag are read with every request, so a change of them acts at once.
 */
export async function findSessionUser(db: Database, token: string | null, now: Date): Promise<SessionUser | null> {
  if (token === null) return null;
  const tokenHash = hashOf(token);
  const [found] = await db
    .select({
      _id: users.id,
      name: users.name,
      email: users.email,
      roles: users.roles,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        eq(users.active, true),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - IDLE_LIMIT_MS)),
      ),
    );
  if (!found) return null;
  const { lastSeenAt, ...user } = found;
  if (now.getTime() - lastSeenAt.getTime() > SEEN_STEP_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash));
  }
  return user;
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

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  });
}
