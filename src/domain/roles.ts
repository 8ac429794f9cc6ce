import { messages } from './messages';

export const ROLES = ['rep', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What each is called on the screens. */
export const ROLE_LABELS: Record<Role, string> = { rep: 'Rep', admin: 'Admin' };

/** Roles are held as a list on the user; every check reads that list (spec §6). */
export interface HasRoles {
  roles: readonly Role[];
}

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

export function hasRole(user: HasRoles, role: Role): boolean {
  return user.roles.includes(role);
}

export function isAdmin(user: HasRoles): boolean {
  return hasRole(user, 'admin');
}

/** Who may open a screen or make a call: anybody, every signed-in user, or administrators. */
export type Access = 'public' | 'signedIn' | 'admin';

/** Whether a user may open a screen or make a call. `user` is `null` when nobody is signed in. */
export function mayAccess(access: Access, user: HasRoles | null): boolean {
  if (access === 'public') return true;
  return user !== null && (access === 'signedIn' || isAdmin(user));
}

/** Only active users with role rep can be chosen when a visit starts (spec §6). */
export function canStartVisits(user: HasRoles & { active: boolean }): boolean {
  return user.active && hasRole(user, 'rep');
}

/** A user must keep at least one role (spec §5). */
export function validateRoles(roles: readonly string[]): string | null {
  return roles.length > 0 ? null : messages.rolesRequired;
}

/** The roles after one checkbox was toggled, in the order of `ROLES`. */
export function withRole(roles: readonly Role[], role: Role, on: boolean): Role[] {
  return ROLES.filter((known) => (known === role ? on : roles.includes(known)));
}
