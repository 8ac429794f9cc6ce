import type { ListedUser, SignedInUser, User } from '../../contract/users';
import { isRole, type Role } from '../../domain/roles';
import { asId, asInstant, asRecord, asText } from './values';

/** A list of roles, or a single role (spec §3). */
function parseRoles(shape: Record<string, unknown>): Role[] {
  const listed = Array.isArray(shape.roles) ? shape.roles : [shape.roles ?? shape.role];
  return listed.filter(isRole);
}

export function parseUser(raw: unknown): User {
  const shape = asRecord(raw);
  return {
    _id: asId(raw),
    name: asText(shape.name),
    email: asText(shape.email),
    roles: parseRoles(shape),
    active: shape.active !== false,
  };
}

/** A user of the list. */
export function parseListedUser(raw: unknown): ListedUser {
  const { lastSignInAt } = asRecord(raw);
  return { ...parseUser(raw), ...(lastSignInAt === undefined ? {} : { lastSignInAt: asInstant(lastSignInAt) }) };
}

/** The response of GET /auth/me. `null`: the body names nobody and does not say so, thus it is not the API's. */
export function parseWho(raw: unknown): { user: SignedInUser | null } | null {
  const user = parseSessionUser(raw);
  return user || asRecord(raw).user === null ? { user } : null;
}

/** The user of a session response: bare, or in a `user` field; `null` when nobody is named. */
export function parseSessionUser(raw: unknown): SignedInUser | null {
  const { user: named, mustChangePassword } = asRecord(raw);
  const user = parseUser(named ?? raw);
  return user._id ? { ...user, ...(mustChangePassword ? { changeDue: true } : {}) } : null;
}
