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

/** What a role permits beyond what every signed-in user may do (spec §6). */
export type Permission =
  /** Change, submit and start visits of other reps, and change their deliveries. */
  | 'changeOthersVisits'
  /** Choose a rep by user in the filters of lists, reports and exports. The choices need `listUsers`. */
  | 'filterByRep'
  | 'listUsers'
  | 'manageUsers'
  /** Create, edit, price, import and deactivate items, locations and boxes. */
  | 'manageCatalogue'
  | 'seeAudit'
  /** See what waits on the devices of all users. */
  | 'seeSync'
  | 'openOthersRecordings'
  /** Links in the header to more than Locations and Deliveries. */
  | 'seeFullNavigation';

const PERMISSIONS: Record<Role, readonly Permission[]> = {
  rep: [],
  admin: [
    'changeOthersVisits',
    'filterByRep',
    'listUsers',
    'manageUsers',
    'manageCatalogue',
    'seeAudit',
    'seeSync',
    'openOthersRecordings',
    'seeFullNavigation',
  ],
};

/** Whether a role of the user has the permission. */
export function may(user: HasRoles, permission: Permission): boolean {
  return ROLES.some((role) => hasRole(user, role) && PERMISSIONS[role].includes(permission));
}

/** A rep changes and starts only their own visits and deliveries, an admin those of all reps. */
export function mayChangeVisitsOf(user: HasRoles & { _id: string }, repId: string): boolean {
  return repId === user._id || may(user, 'changeOthersVisits');
}

/** Who may open a screen or make a call: anybody, every signed-in user, or users with a permission. */
export type Access = 'public' | 'signedIn' | Permission;

/** Whether a user may open a screen or make a call. `user` is `null` when nobody is signed in. */
export function mayAccess(access: Access, user: HasRoles | null): boolean {
  if (access === 'public') return true;
  return user !== null && (access === 'signedIn' || may(user, access));
}

/** Only active users with role rep can be chosen when a visit starts (spec §6). */
export function canStartVisits(user: HasRoles & { active: boolean }): boolean {
  return user.active && hasRole(user, 'rep');
}
