import type { Access } from '../domain/roles';

interface CallBase {
  /** Below /api, with `:id` for its one path parameter. */
  path: `/${string}`;
  /** Who may make the call. That a rep changes only own visits is a rule of its own, `mayChangeVisitsOf`. */
  access: Access;
  /** The type of the response when it is not JSON. */
  responseType?: 'csv';
  /** The specification does not know this call: another server may lack it, and respond with 404 or 405. */
  ours?: true;
}

interface OnlineCall extends CallBase {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  offline?: never;
}

/** A write that is kept on the device without a connection, and sent later (spec §4). */
interface QueueableCall extends CallBase {
  method: 'POST' | 'PATCH';
  offline: 'queue';
}

/** What both sides know about one call. Its schemas are in `callSchemas.ts`. */
export type Call = OnlineCall | QueueableCall;

/** The calls in the bundle of the first load: those of spec §7 in its order, and of ours those that the queue makes. */
export const firstLoadCalls = {
  /** Called at every start: `user: null` without a session cookie, 401 with one whose session is over. */
  getMe: { method: 'GET', path: '/auth/me', access: 'public' },
  login: { method: 'POST', path: '/auth/login', access: 'public' },
  logout: { method: 'POST', path: '/auth/logout', access: 'public' },
  register: { method: 'POST', path: '/auth/register', access: 'public' },
  getHealth: { method: 'GET', path: '/health', access: 'public' },

  listItems: { method: 'GET', path: '/items', access: 'signedIn' },
  createItem: { method: 'POST', path: '/items', access: 'manageCatalogue' },

  listLocations: { method: 'GET', path: '/locations', access: 'signedIn' },
  createLocation: { method: 'POST', path: '/locations', access: 'manageCatalogue' },

  listBoxes: { method: 'GET', path: '/boxes', access: 'signedIn' },
  getBox: { method: 'GET', path: '/boxes/:id', access: 'signedIn' },
  createBox: { method: 'POST', path: '/boxes', access: 'manageCatalogue' },

  /** Both list calls of spec §7: the filtered pages, and with `visit` the deliveries of one visit. */
  listDeliveries: { method: 'GET', path: '/deliveries', access: 'signedIn' },
  getDelivery: { method: 'GET', path: '/deliveries/:id', access: 'signedIn' },
  createDelivery: { method: 'POST', path: '/deliveries', access: 'signedIn', offline: 'queue' },
  updateDelivery: { method: 'PATCH', path: '/deliveries/:id', access: 'signedIn', offline: 'queue' },

  listUsers: { method: 'GET', path: '/users', access: 'listUsers' },
  createUser: { method: 'POST', path: '/users', access: 'manageUsers' },
  updateUser: { method: 'PATCH', path: '/users/:id', access: 'manageUsers' },

  startVisit: { method: 'POST', path: '/visits', access: 'signedIn', offline: 'queue' },
  listVisits: { method: 'GET', path: '/visits', access: 'signedIn' },
  getVisit: { method: 'GET', path: '/visits/:id', access: 'signedIn' },
  submitVisit: { method: 'POST', path: '/visits/:id/submit', access: 'signedIn', offline: 'queue' },
  updateVisitNote: { method: 'PATCH', path: '/visits/:id/note', access: 'signedIn' },
  updateVisit: { method: 'PATCH', path: '/visits/:id', access: 'signedIn', offline: 'queue' },

  getItemsUsage: { method: 'GET', path: '/reports/items-usage', access: 'signedIn' },
  getRepProductivity: { method: 'GET', path: '/reports/rep-productivity', access: 'signedIn' },
  getOutcomes: { method: 'GET', path: '/reports/outcomes', access: 'signedIn' },

  exportDeliveries: { method: 'GET', path: '/exports/deliveries.csv', access: 'signedIn', responseType: 'csv' },
  exportItemsSummary: { method: 'GET', path: '/exports/items-summary.csv', access: 'signedIn', responseType: 'csv' },
  exportReps: { method: 'GET', path: '/exports/reps.csv', access: 'signedIn', responseType: 'csv' },
  exportLocationHistory: {
    method: 'GET',
    path: '/exports/location-history.csv',
    access: 'signedIn',
    responseType: 'csv',
  },

  /** The state of the own write that was, or may have been, sent under this `Idempotency-Key`. */
  getWrite: { method: 'GET', path: '/writes/:id', access: 'signedIn', ours: true },
  /** Prevents the write of this key from taking effect later, unless it already has. */
  cancelWrite: { method: 'DELETE', path: '/writes/:id', access: 'signedIn', ours: true },
} as const satisfies Record<string, Call>;

/** The path of a call with its `:id` filled in. */
export const pathWithId = ({ path }: Call, id: string): string => path.replace(':id', encodeURIComponent(id));
