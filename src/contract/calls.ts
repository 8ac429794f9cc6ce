import type { Access } from '../domain/roles';

/** What both sides know about one call, of spec §7 or of ours. Its schemas are in `callSchemas.ts`. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api, with `:id` for its one path parameter. */
  path: `/${string}`;
  /** Who may make the call. That a rep changes only own visits is a rule of `server/services/ownership.ts`. */
  access: Access;
  /** 'queue': without a connection the write is kept on the device and sent later (spec §4). */
  offline?: 'queue';
  /** The type of the response when it is not JSON. */
  answerType?: 'csv';
  /** The specification does not know this call: another server may lack it, and respond with 404 or 405. */
  ours?: true;
}

/**
 * Every call the product makes, in the order of spec §7, ours last. One endpoint, one set of schemas and one server
 * route each.
 */
export const calls = {
  /** Called at every start: 204 without a session cookie, 401 with one whose session is over. */
  getMe: { method: 'GET', path: '/auth/me', access: 'public' },
  login: { method: 'POST', path: '/auth/login', access: 'public' },
  logout: { method: 'POST', path: '/auth/logout', access: 'public' },
  register: { method: 'POST', path: '/auth/register', access: 'public' },
  getHealth: { method: 'GET', path: '/health', access: 'public' },

  listItems: { method: 'GET', path: '/items', access: 'signedIn' },
  createItem: { method: 'POST', path: '/items', access: 'admin' },

  listLocations: { method: 'GET', path: '/locations', access: 'signedIn' },
  createLocation: { method: 'POST', path: '/locations', access: 'admin' },

  listBoxes: { method: 'GET', path: '/boxes', access: 'signedIn' },
  getBox: { method: 'GET', path: '/boxes/:id', access: 'signedIn' },
  createBox: { method: 'POST', path: '/boxes', access: 'admin' },

  /** Both list calls of spec §7: the filtered pages, and with `visit` the deliveries of one visit. */
  listDeliveries: { method: 'GET', path: '/deliveries', access: 'signedIn' },
  getDelivery: { method: 'GET', path: '/deliveries/:id', access: 'signedIn' },
  createDelivery: { method: 'POST', path: '/deliveries', access: 'signedIn', offline: 'queue' },
  updateDelivery: { method: 'PATCH', path: '/deliveries/:id', access: 'signedIn', offline: 'queue' },

  listUsers: { method: 'GET', path: '/users', access: 'admin' },
  createUser: { method: 'POST', path: '/users', access: 'admin' },
  updateUser: { method: 'PATCH', path: '/users/:id', access: 'admin' },

  startVisit: { method: 'POST', path: '/visits', access: 'signedIn', offline: 'queue' },
  listVisits: { method: 'GET', path: '/visits', access: 'signedIn' },
  getVisit: { method: 'GET', path: '/visits/:id', access: 'signedIn' },
  submitVisit: { method: 'POST', path: '/visits/:id/submit', access: 'signedIn', offline: 'queue' },
  updateVisitNote: { method: 'PATCH', path: '/visits/:id/note', access: 'signedIn' },
  updateVisit: { method: 'PATCH', path: '/visits/:id', access: 'signedIn', offline: 'queue' },

  getItemsUsage: { method: 'GET', path: '/reports/items-usage', access: 'signedIn' },
  getRepProductivity: { method: 'GET', path: '/reports/rep-productivity', access: 'signedIn' },
  getOutcomes: { method: 'GET', path: '/reports/outcomes', access: 'signedIn' },

  exportDeliveries: { method: 'GET', path: '/exports/deliveries.csv', access: 'signedIn', answerType: 'csv' },
  exportItemsSummary: { method: 'GET', path: '/exports/items-summary.csv', access: 'signedIn', answerType: 'csv' },
  exportReps: { method: 'GET', path: '/exports/reps.csv', access: 'signedIn', answerType: 'csv' },
  exportLocationHistory: {
    method: 'GET',
    path: '/exports/location-history.csv',
    access: 'signedIn',
    answerType: 'csv',
  },

  /** Ends every session of the user; this one goes on under a new token. */
  changePassword: { method: 'POST', path: '/auth/password', access: 'signedIn', ours: true },
  /** The sessions of whoever asks. */
  listSessions: { method: 'GET', path: '/auth/sessions', access: 'signedIn', ours: true },
  endSession: { method: 'DELETE', path: '/auth/sessions/:id', access: 'signedIn', ours: true },
  /** Ends every session of whoever asks, this one too. */
  endSessions: { method: 'DELETE', path: '/auth/sessions', access: 'signedIn', ours: true },
  /** Gives a user a one-time password and ends their sessions. */
  resetPassword: { method: 'POST', path: '/users/:id/password', access: 'admin', ours: true },
  listAudit: { method: 'GET', path: '/audit', access: 'admin', ours: true },
  /** The entries of `listAudit`, all of them, as a file. */
  exportAudit: { method: 'GET', path: '/exports/audit.csv', access: 'admin', answerType: 'csv', ours: true },
  /** What a device says about its queue, after its other calls. */
  reportSync: { method: 'POST', path: '/sync', access: 'signedIn', ours: true },
  /** The last report of every device, and the users of whom there is none. */
  listSync: { method: 'GET', path: '/sync', access: 'admin', ours: true },
  /** Hands a recording to the administrators; the next one of the same device replaces it. */
  sendRecording: { method: 'POST', path: '/sync/recordings', access: 'signedIn', ours: true },
  getSentRecording: { method: 'GET', path: '/sync/recordings/:id', access: 'admin', ours: true },
  /** Whether the server can take requests now; for what watches it or sends requests to it. */
  getReady: { method: 'GET', path: '/ready', access: 'public', ours: true },

  /** The state of the own write that was, or may have been, sent under this `Idempotency-Key`. */
  getWrite: { method: 'GET', path: '/writes/:id', access: 'signedIn', ours: true },
  /** Prevents the write of this key from taking effect later, unless it already has. */
  cancelWrite: { method: 'DELETE', path: '/writes/:id', access: 'signedIn', ours: true },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** The path of a call with its `:id` filled in. */
export const pathWithId = ({ path }: Call, id: string): string => path.replace(':id', encodeURIComponent(id));

/** The calls whose writes are queued without a connection (spec §4). */
export type QueuedCallName = {
  [Name in CallName]: (typeof calls)[Name] extends { offline: 'queue' } ? Name : never;
}[CallName];
