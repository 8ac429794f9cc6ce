/** Spec §6, Roles and permissions: each sentence that asks for something, in the spec's order. */
export const section6 = {
  'S6.1': 'Roles are held as a list on the user: rep and admin.',
  'S6.2': 'Checks read this list.',
  'S6.3': 'Admin: full navigation;',
  'S6.4': 'routes /items, /items/new, /users, /users/new, /locations/new;',
  'S6.5': 'changes user roles and active flags;',
  'S6.6': 'in deliveries and reports may filter by a specific user (list of all users shown by name and roles).',
  'S6.7':
    'Any other signed-in user: Locations, Boxes, Deliveries, visits, delivery screens, reports (without the rep-by-user filter; they filter by rep name text only and see no user list).',
  'S6.8': "Lacking the required role shows 'Forbidden'.",
  'S6.9': 'Signed out: only /login.',
  'S6.10': 'Only active users with role rep are selectable when starting a visit.',
} as const;
