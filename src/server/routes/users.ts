import { isDeepStrictEqual } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import type { User } from '../../contract/users';
import { hasRole } from '../../domain/roles';
import { users } from '../db/schema';
import { problem } from '../http/problems';
import { route } from '../http/route';
import { endSessionsOfDeactivated } from '../auth/sessions';
import { writeAudit } from '../services/audit';
import { resetPassword } from '../auth/signIn';
import { checkedEmail, columnsOfUser, createUser, lockActiveAdmins, refuseTakenEmail } from '../auth/users';

export const usersRoutes = [
  route('listUsers', async ({ db }) => {
    const rows = await db
      .select({ ...columnsOfUser, lastSignInAt: users.lastSignInAt })
      .from(users)
      .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
    return rows.map((row) => ({ ...row, lastSignInAt: row.lastSignInAt?.toISOString() ?? null }));
  }),

  route('createUser', async ({ db, user, body, now, reply }) => {
    const created = await createUser(db, { ...body, roles: [...new Set(body.roles)] }, user._id, now);
    reply.code(201);
    return created;
  }),

  route('updateUser', async ({ db, user, params, body, now }) => {
    const admins = await lockActiveAdmins(db, user._id, now);
    const [before] = await db.select(columnsOfUser).from(users).where(eq(users.id, params.id)).for('no key update');
    if (!before) throw problem.notFound('User not found');
    const after: User = {
      ...before,
      name: body.name ?? before.name,
      email: body.email === undefined ? before.email : checkedEmail(body.email),
      roles: body.roles ? [...new Set(body.roles)] : before.roles,
      active: body.active ?? before.active,
    };
    const isActiveAdmin = (one: User) => one.active && hasRole(one, 'admin');
    const isOnlyAdmin = isActiveAdmin(before) && !admins.some((id) => id !== after._id);
    if (isOnlyAdmin && !isActiveAdmin(after)) {
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
      // It would end the session that is to show the one-time password.
      if (params.id === user._id) throw problem.conflict('Change your own password on the page of your account.');
      const { password, expiresAt } = await resetPassword(db, params.id, user._id, now);
      return { oneTimePassword: password, expiresAt: expiresAt.toISOString() };
    },
    { skipTransaction: true },
  ),
];
