import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations';
import type { Database } from '../db/database';
import { users } from '../db/schema';
import { problem } from '../http/problems';
import { writeAudit } from '../services/audit';
import { hashPassword } from './passwords';
import { ABSOLUTE_LIMIT_MS, beginSession, endSessionsOf, type SessionOrigin } from './sessions';
import { lockActiveAdmins, maySignIn, mustChangePassword, type UserRow } from './users';

/** How long a one-time password can be used to sign in. */
const ONE_TIME_PASSWORD_MS = 24 * HOUR_MS;
/** How long the session lasts that a one-time password began, if the password is not changed. */
const ONE_TIME_SESSION_MS = 15 * MINUTE_MS;

/** The expiry of a used one-time password: earlier than the clock of any request, however long it waited. */
const USED_UP = new Date(0);

/** 96 bits: 16 characters to read out. */
const ONE_TIME_PASSWORD_BYTES = 12;

/** The user's row, locked, as long as their password is still the one that was checked; else `null`. */
async function lockIfUnchanged(tx: Database, { id, passwordHash }: UserRow): Promise<UserRow | null> {
  const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash));
  const [row] = await tx.select().from(users).where(isUnchanged).for('no key update');
  return row ?? null;
}

/**
 * Begins a session of a user whose password was checked a moment ago, and returns its token; `null` when they may no
 * longer sign in. Their row is locked meanwhile: a deactivation or a new password comes wholly before, or it comes
 * after and ends this session too.
 */
export function completeSignIn(
  db: Database,
  checked: UserRow,
  origin: SessionOrigin,
  now: Date,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const user = await lockIfUnchanged(tx, checked);
    if (!user || !maySignIn(user, now)) return null;
    const isOneTime = mustChangePassword(user);
    const change = { lastSignInAt: now, ...(isOneTime && { passwordExpiresAt: USED_UP }) };
    await tx.update(users).set(change).where(eq(users.id, user.id));
    const about = { userId: user.id, at: now, entity: 'user', entityId: user.id } as const;
    await writeAudit(tx, { ...about, action: 'signIn', before: null, after: { ip: origin.ip } });
    return beginSession(tx, user.id, now, isOneTime ? ONE_TIME_SESSION_MS : ABSOLUTE_LIMIT_MS, origin);
  });
}

/**
 * Sets the password that a user chose, ends all their sessions and begins a new one, whose token is returned. `checked`
 * is their row with the current password, which was checked a moment ago: 409 when it was changed meanwhile, 403 when
 * the user was deactivated meanwhile.
 */
export async function changePassword(
  db: Database,
  checked: UserRow,
  password: string,
  origin: SessionOrigin,
  now: Date,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const user = await lockIfUnchanged(tx, checked);
    if (!user) throw problem.conflict('The password was changed meanwhile. Sign in again.');
    if (!user.active) throw problem.deactivated();
    await tx.update(users).set({ passwordHash, passwordExpiresAt: null }).where(eq(users.id, user.id));
    await endSessionsOf(tx, user.id);
    const about = { userId: user.id, at: now, entity: 'user', entityId: user.id } as const;
    await writeAudit(tx, { ...about, action: 'changePassword', before: null, after: null });
    return beginSession(tx, user.id, now, ABSOLUTE_LIMIT_MS, origin);
  });
}

/** Gives a user a one-time password and ends their sessions. `by` is who asked for it; `null`: the user, by command. */
export async function resetPassword(db: Database, userId: string, by: string | null, now: Date) {
  const password = randomBytes(ONE_TIME_PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  const passwordExpiresAt = new Date(now.getTime() + ONE_TIME_PASSWORD_MS);
  await db.transaction(async (tx) => {
    if (by !== null) await lockActiveAdmins(tx, by, now);
    const changed = await tx
      .update(users)
      .set({ passwordHash, passwordExpiresAt })
      .where(eq(users.id, userId))
      .returning();
    if (changed.length === 0) throw problem.notFound('User not found');
    await endSessionsOf(tx, userId);
    const about = { userId: by ?? userId, at: now, entity: 'user', entityId: userId } as const;
    await writeAudit(tx, { ...about, action: 'resetPassword', before: null, after: null });
  });
  return { password, expiresAt: passwordExpiresAt };
}
