import type { User } from '../../contract/users';
import type { Role } from '../../domain/roles';
import { normaliseEmail, validateEmail } from '../../domain/userRules';
import { type Database, isUniqueViolation } from '../db/database';
import { newId } from '../db/newId';
import { users } from '../db/schema';
import { validateNewPassword } from './passwordRules';
import { hashPassword } from './passwords';
import { problem } from '../http/problems';

export interface NewUser {
  name: string;
  email: string;
  password: string;
  roles: Role[];
  active: boolean;
}

/** Creates an account. Refuses an invalid e-mail address or password with 400, a taken address with 409. */
export async function createUser(db: Database, user: NewUser, now: Date): Promise<User> {
  const wrong = validateEmail(user.email) ?? validateNewPassword(user.password, user);
  if (wrong) throw problem.badRequest(wrong);
  const { name, roles, active } = user;
  const row = {
    id: newId(),
    name,
    email: normaliseEmail(user.email),
    passwordHash: await hashPassword(user.password),
    roles,
    active,
    createdAt: now,
  };
  try {
    await db.insert(users).values(row);
  } catch (error) {
    if (isUniqueViolation(error)) throw problem.conflict('A user with this email already exists.');
    throw error;
  }
  return { _id: row.id, name, email: row.email, roles, active };
}
