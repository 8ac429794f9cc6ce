import type { Call } from './firstLoadCalls';

/**
 * Calls beyond the spec that only parts loaded later make. Each endpoint passes its call itself, so that it comes in
 * the bundle of its screen. Two calls have no endpoint: `state/sync/syncReports.ts` makes `reportSync` in the
 * background, and only monitors make `getReady`.
 */
export const lazyCalls = {
  /** Ends every session of the user; this one goes on under a new token. */
  changePassword: { method: 'POST', path: '/auth/password', access: 'signedIn', ours: true },
  /** The sessions of the user who asks. */
  listSessions: { method: 'GET', path: '/auth/sessions', access: 'signedIn', ours: true },
  endSession: { method: 'DELETE', path: '/auth/sessions/:id', access: 'signedIn', ours: true },
  /** Ends every session of the user who asks, this one too. */
  endSessions: { method: 'DELETE', path: '/auth/sessions', access: 'signedIn', ours: true },
  /** Gives a user a one-time password and ends their sessions. */
  resetPassword: { method: 'POST', path: '/users/:id/password', access: 'manageUsers', ours: true },
  /** Edit, deactivate and activate. */
  updateItem: { method: 'PATCH', path: '/items/:id', access: 'manageCatalogue', ours: true },
  updateLocation: { method: 'PATCH', path: '/locations/:id', access: 'manageCatalogue', ours: true },
  updateBox: { method: 'PATCH', path: '/boxes/:id', access: 'manageCatalogue', ours: true },
  listItemPrices: { method: 'GET', path: '/items/:id/prices', access: 'manageCatalogue', ours: true },
  /** Sets an item's prices from now or from a later instant on. */
  setItemPrice: { method: 'POST', path: '/items/:id/prices', access: 'manageCatalogue', ours: true },
  /** What an import of the file would do; changes nothing. */
  previewImport: { method: 'POST', path: '/imports/preview', access: 'manageCatalogue', ours: true },
  /** Imports the good rows of a file in one transaction. */
  importFile: { method: 'POST', path: '/imports', access: 'manageCatalogue', ours: true },
  listAudit: { method: 'GET', path: '/audit', access: 'seeAudit', ours: true },
  /** The entries of `listAudit`, all of them, as a file. */
  exportAudit: { method: 'GET', path: '/exports/audit.csv', access: 'seeAudit', responseType: 'csv', ours: true },
  /** A device's report about its queue, sent after its other calls. */
  reportSync: { method: 'POST', path: '/sync', access: 'signedIn', ours: true },
  /** The last report of every device, and the users who have sent none. */
  listSync: { method: 'GET', path: '/sync', access: 'seeSync', ours: true },
  /** Sends a recording to the administrators. The next one of the same device replaces it. */
  sendRecording: { method: 'POST', path: '/sync/recordings', access: 'signedIn', ours: true },
  getSentRecording: { method: 'GET', path: '/sync/recordings/:id', access: 'seeSync', ours: true },
  /** The accounts of the demo that can sign in; empty where there is no demo, in production always. */
  listDemoAccounts: { method: 'GET', path: '/demo-accounts', access: 'public', ours: true },
  /** Whether the server can accept writes now; for monitors and load balancers. */
  getReady: { method: 'GET', path: '/ready', access: 'public', ours: true },
} as const satisfies Record<string, Call>;
