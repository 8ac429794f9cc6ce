import { and, arrayContains, asc, eq } from 'drizzle-orm';
import type { User } from '../../contract/users';
import type { Role } from '../../domain/roles';
import { normaliseEmail, validateEmail } from '../../domain/userRules';
import { type Database, isUniqueViolation } from '../db/database';
import { newId } from '../db/newId';
import { users } from '../db/schema';
import { validateNewPassword } from './passwordRules';
import { hashPassword } from './passwords';
import { problem } from '../http/problems';
import { writeAudit } from '../services/audit';

export interface NewUser {
  name: string;
  email: string;
  password: string;
  roles: Role[];
  active: boolean;
}

/** A user in the shape of the contract. */
export const columnsOfUser = {
  _id: users.id,
  name: users.name,
  email: users.email,
  roles: users.roles,
  active: users.active,
};

export async function findUser(db: Database, id: string): Promise<User> {
  const [user] = await db.select(columnsOfUser).from(users).where(eq(users.id, id));
  if (!user) throw problem.notFound('User not found');
  return user;
}

/** An e-mail address in the form in which it is stored. Refuses an invalid one with 400. */
export function checkedEmail(email: string): string {
  const wrong = validateEmail(email);
  if (wrong) throw problem.badRequest(wrong);
  return normaliseEmail(email);
}

export type UserRow = typeof users.$inferSelect;

/** Whether the password is a one-time password, which its user must change. */
export const mustChangePassword = ({ passwordExpiresAt }: Pick<UserRow, 'passwordExpiresAt'>): boolean =>
  passwordExpiresAt !== null;

/** Whether the user may sign in at all: active, and with a one-time password that was not used and has not expired. */
export const maySignIn = ({ active, passwordExpiresAt }: UserRow, now: Date): boolean =>
  active && (passwordExpiresAt === null || passwordExpiresAt > now);

/**
 * The ids of the active admins who can sign in: one whose one-time password was not used in time cannot. Refuses with
 * 403 when `by`, who changes a user, is no active admin. The rows of all active admins stay locked until the end of the
 * transaction, so that two admins who demote each other at the same moment cannot both succeed. Rows that refer to them
 * may be inserted meanwhile.
 */
export async function lockActiveAdmins(tx: Database, by: string, now: Date): Promise<string[]> {
  const rows = await tx
    .select()
    .from(users)
    .where(and(eq(users.active, true), arrayContains(users.roles, ['admin'])))
    .orderBy(asc(users.id))
    .for('no key update');
  if (!rows.some(({ id }) => id === by)) throw problem.forbidden();
  return rows.filter((row) => maySignIn(row, now)).map(({ id }) => id);
}

/** Writes a user. Refuses with 409 when another one has the e-mail address. */
export async function refuseTakenEmail(write: () => PromiseLike<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw problem.conflict('A user with this email already exists.');
    throw error;
  }
}

/**
 * Creates an account with its audit entry. `by` is the admin who requests it; `null`: the user, by registration or by
 * command. Refuses an invalid e-mail address or password with 400, a `by` who is no admin with 403, a taken address
 * with 409.
 */
export async function createUser(db: Database, user: NewUser, by: string | null, now: Date): Promise<User> {
  const email = checkedEmail(user.email);
  const wrong = validateNewPassword(user.password, user);
  if (wrong) throw problem.badRequest(wrong);
  const { name, roles, active } = user;
  const row = {
    id: newId(),
    name,
    email,
    passwordHash: await hashPassword(user.password),
    roles,
    active,
    createdAt: now,
  };
  const created = { _id: row.id, name, email, roles, active };
  await db.transaction(async (tx) => {
    // After the hash, which takes long.
    if (by !== null) await lockActiveAdmins(tx, by, now);
    await refuseTakenEmail(() => tx.insert(users).values(row));
    const about = { userId: by ?? row.id, at: now, entity: 'user', entityId: row.id } as const;
    await writeAudit(tx, { ...about, action: 'create', before: null, after: created });
  });
  return created;
}
