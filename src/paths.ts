/**
 * The route table of spec §2 as typed builders: the only place where a route of the app stands as text.
 * `routes` holds the patterns for the router, `paths` builds URLs.
 */
export const routes = {
  login: '/login',
  dashboard: '/',
  locations: '/locations',
  boxes: '/boxes',
  deliveries: '/deliveries',
  reports: '/reports',
  newDelivery: '/deliveries/new',
  delivery: '/deliveries/:id',
  editDelivery: '/deliveries/:id/edit',
  visitDetails: '/deliveries/visit/:visitId',
  startVisit: '/visits/start',
  visit: '/visits/:id',
  editVisit: '/visits/:id/edit',
  printVisit: '/visits/:visitId/print',
  items: '/items',
  newItem: '/items/new',
  users: '/users',
  newUser: '/users/new',
  newLocation: '/locations/new',
  user: '/users/:id',
  /** Of an item, a location or a box; visits and deliveries have their own. */
  editEntry: '/:list/:id/edit',
  /** The import, and the list of all locations. */
  manage: '/manage/:what',
  outbox: '/outbox',
  recordings: '/recordings',
  account: '/account',
  audit: '/audit',
  sync: '/sync',
} as const;

type Query = Record<string, string | undefined>;

function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

const segment = encodeURIComponent;

export const paths = {
  login: () => routes.login,
  /** `done` and `queued` bring up the notices of spec §2, Dashboard. */
  dashboard: (query: { done?: 'delivery' | 'visit'; queued?: '1' } = {}) => withQuery(routes.dashboard, query),
  locations: () => routes.locations,
  boxes: (location?: string) => withQuery(routes.boxes, { location }),
  deliveries: () => routes.deliveries,
  reports: () => routes.reports,
  newDelivery: (query: { visit?: string; box?: string } = {}) => withQuery(routes.newDelivery, query),
  delivery: (id: string, query: { from?: 'edit' } = {}) => withQuery(`/deliveries/${segment(id)}`, query),
  editDelivery: (id: string) => `/deliveries/${segment(id)}/edit`,
  visitDetails: (visitId: string) => `/deliveries/visit/${segment(visitId)}`,
  startVisit: () => routes.startVisit,
  visit: (id: string, query: { done?: 'delivery' } = {}) => withQuery(`/visits/${segment(id)}`, query),
  editVisit: (id: string) => `/visits/${segment(id)}/edit`,
  printVisit: (visitId: string) => `/visits/${segment(visitId)}/print`,
  items: () => routes.items,
  newItem: () => routes.newItem,
  users: () => routes.users,
  newUser: () => routes.newUser,
  newLocation: () => routes.newLocation,
  user: (id: string) => `/users/${segment(id)}`,
  editEntry: (list: 'items' | 'locations' | 'boxes', id: string) => `/${list}/${segment(id)}/edit`,
  manage: (what: 'locations' | 'import' | 'import-stores') => `/manage/${what}`,
  outbox: () => routes.outbox,
  account: () => routes.account,
  audit: () => routes.audit,
  sync: () => routes.sync,
  /** `open` shows a recording of this device, by its id. */
  recordings: (query: { open?: string } = {}) => withQuery(routes.recordings, query),
} as const;

/** History state of the dashboard after a save without a connection: the visit that the save belongs to. */
export function savedForVisit(visitId: string): { savedForVisit: string } {
  return { savedForVisit: visitId };
}

/** The visit id in the history state made by `savedForVisit`; `null` when there is none. */
export function visitSavedFor(state: unknown): string | null {
  const isLeft = typeof state === 'object' && state !== null && 'savedForVisit' in state;
  return isLeft && typeof state.savedForVisit === 'string' ? state.savedForVisit : null;
}

/**
 * The path to open after signing in: that from which `RequireAccess` redirected, as the history state has it, else the
 * dashboard.
 */
export function returnPathOf(state: unknown): string {
  return safeReturnPath(typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined);
}

/**
 * The requested path if it is one of the app, else the dashboard. A path that a browser
 * could read as another site is not accepted.
 */
export function safeReturnPath(requested: unknown): string {
  const isAppPath = typeof requested === 'string' && /^\/(?![/\\])/.test(requested) && !/[\\\p{Cc}]/u.test(requested);
  return isAppPath && !requested.startsWith(routes.login) ? requested : routes.dashboard;
}
