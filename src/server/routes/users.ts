import { isDeepStrictEqual } from 'node:util';
import { and, arrayContains, asc, eq, sql } from 'drizzle-orm';
import type { User } from '../../contract/users';
import { hasRole } from '../../domain/roles';
import type { Database } from '../db/database';
import { users } from '../db/schema';
import { problem } from '../http/problems';
import { route } from '../http/route';
import { endSessionsOfDeactivated } from '../auth/sessions';
import { writeAudit } from '../services/audit';
import { resetPassword } from '../auth/signIn';
import { checkedEmail, createUser, refuseTakenEmail, columnsOfUser } from '../auth/users';

/**
 * The ids of the admins who can sign in. Their rows stay locked until the end of the transaction, so that two admins
 * who demote each other at the same moment cannot both succeed. Rows that refer to them may be inserted meanwhile.
 */
async function lockActiveAdmins(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.active, true), arrayContains(users.roles, ['admin'])))
    .orderBy(asc(users.id))
    .for('no key update');
  return rows.map((row) => row.id);
}

export const usersRoutes = [
  route('listUsers', async ({ db }) => {
    const rows = await db
      .select({ ...columnsOfUser, lastSignInAt: users.lastSignInAt })
      .from(users)
      .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
    return rows.map((row) => ({ ...row, lastSignInAt: row.lastSignInAt?.toISOString() ?? null }));
  }),

  route('createUser', async ({ db, user, body, now, reply }) => {
    const created = await createUser(db, { ...body, roles: [...new Set(body.roles)] }, now);
    const change = { userId: user._id, at: now, action: 'create', entity: 'user', entityId: created._id } as const;
    await writeAudit(db, { ...change, before: null, after: created });
    reply.code(201);
    return created;
  }),

  route('updateUser', async ({ db, user, params, body, now }) => {
    const admins = await lockActiveAdmins(db);
    const [before] = await db.select(columnsOfUser).from(users).where(eq(users.id, params.id)).for('no key update');
    if (!before) throw problem.notFound('User not found');
    const after: User = {
      ...before,
      name: body.name ?? before.name,
      email: body.email === undefined ? before.email : checkedEmail(body.email),
      roles: body.roles ? [...new Set(body.roles)] : before.roles,
      active: body.active ?? before.active,
    };
    const staysAdmin = after.active && hasRole(after, 'admin');
    if (!staysAdmin && admins.length === 1 && admins[0] === after._id) {
      throw problem.conflict('This is the last active admin. Make someone else an admin first.');
    }
    if (isDeepStrictEqual(before, after)) return after;
    const { name, email, roles, active } = after;
    await refuseTakenEmail(() => db.update(users).set({ name, email, roles, active }).where(eq(users.id, after._id)));
    if (!after.active) await endSessionsOfDeactivated(db, [after._id], now);
    const change = { userId: user._id, at: now, action: 'update', entity: 'user', entityId: after._id } as const;
    await writeAudit(db, { ...change, before, after });
    return after;
  }),

  /** `skipTransaction`: the response must not be recorded with an Idempotency-Key. */
  route(
    'resetPassword',
    async ({ db, user, params, now }) => {
      const { password, expiresAt } = await resetPassword(db, params.id, user._id, now);
      return { oneTimePassword: password, expiresAt: expiresAt.toISOString() };
    },
    { skipTransaction: true },
  ),
];
