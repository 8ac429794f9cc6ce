import type * as z from 'zod/mini';
import { auditExportQuery, auditPageSchema, auditQuery } from './audit';
import { boxListSchema, boxSchema, createBoxBody, listBoxesQuery, updateBoxBody } from './boxes';
import { emptyResponseSchema, idParams } from './common';
import {
  createDeliveryBody,
  deliveryPageSchema,
  deliverySchema,
  listDeliveriesQuery,
  updateDeliveryBody,
} from './deliveries';
import { csvResponseSchema, deliveriesExportQuery, exportQuery } from './exports';
import { healthResponseSchema } from './health';
import { importBody, importPreviewSchema, importResultSchema } from './imports';
import {
  createItemBody,
  itemListSchema,
  itemPriceListSchema,
  itemPriceSchema,
  itemSchema,
  setItemPriceBody,
  updateItemBody,
} from './items';
import {
  createLocationBody,
  listLocationsQuery,
  locationListSchema,
  locationSchema,
  updateLocationBody,
} from './locations';
import {
  itemsUsageResponse,
  itemsUsageQuery,
  outcomeCountsSchema,
  repProductivityResponse,
  reportQuery,
} from './reports';
import { sessionListSchema } from './sessions';
import { sendRecordingBody, sentRecordingSchema, syncListSchema, syncReportBody } from './sync';
import {
  changePasswordBody,
  createUserBody,
  demoAccountListSchema,
  loginBody,
  oneTimePasswordSchema,
  registerBody,
  sessionResponseSchema,
  updateUserBody,
  userListSchema,
  userSchema,
  whoResponseSchema,
} from './users';
import {
  listVisitsQuery,
  startVisitBody,
  submitVisitBody,
  updateVisitBody,
  updateVisitNoteBody,
  visitListSchema,
  visitSchema,
} from './visits';
import { writeParams, writeStateSchema } from './writes';
import type { CallName } from './calls';

/** The shapes of one call. Parts that a call does not have are left out. */
export interface CallSchemas {
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body of a 2xx response of our server. The client reads more shapes than this one (`src/api`). */
  response: z.ZodMiniType;
}

/**
 * The schemas of every call. They are not with the calls (`firstLoadCalls.ts`, `lazyCalls.ts`), because only the server
 * checks them and the client need not load them.
 */
export const callSchemas = {
  getMe: { response: whoResponseSchema },
  login: { body: loginBody, response: sessionResponseSchema },
  logout: { response: emptyResponseSchema },
  register: { body: registerBody, response: sessionResponseSchema },
  getHealth: { response: healthResponseSchema },

  listItems: { response: itemListSchema },
  createItem: { body: createItemBody, response: itemSchema },

  listLocations: { query: listLocationsQuery, response: locationListSchema },
  createLocation: { body: createLocationBody, response: locationSchema },

  listBoxes: { query: listBoxesQuery, response: boxListSchema },
  getBox: { params: idParams, response: boxSchema },
  createBox: { body: createBoxBody, response: boxSchema },

  listDeliveries: { query: listDeliveriesQuery, response: deliveryPageSchema },
  getDelivery: { params: idParams, response: deliverySchema },
  createDelivery: { body: createDeliveryBody, response: deliverySchema },
  updateDelivery: { params: idParams, body: updateDeliveryBody, response: deliverySchema },

  listUsers: { response: userListSchema },
  createUser: { body: createUserBody, response: userSchema },
  updateUser: { params: idParams, body: updateUserBody, response: userSchema },

  startVisit: { body: startVisitBody, response: visitSchema },
  listVisits: { query: listVisitsQuery, response: visitListSchema },
  getVisit: { params: idParams, response: visitSchema },
  submitVisit: { params: idParams, body: submitVisitBody, response: visitSchema },
  updateVisitNote: { params: idParams, body: updateVisitNoteBody, response: visitSchema },
  updateVisit: { params: idParams, body: updateVisitBody, response: visitSchema },

  getItemsUsage: { query: itemsUsageQuery, response: itemsUsageResponse },
  getRepProductivity: { query: reportQuery, response: repProductivityResponse },
  getOutcomes: { query: reportQuery, response: outcomeCountsSchema },

  exportDeliveries: { query: deliveriesExportQuery, response: csvResponseSchema },
  exportItemsSummary: { query: exportQuery, response: csvResponseSchema },
  exportReps: { query: exportQuery, response: csvResponseSchema },
  exportLocationHistory: { query: exportQuery, response: csvResponseSchema },

  changePassword: { body: changePasswordBody, response: sessionResponseSchema },
  listSessions: { response: sessionListSchema },
  endSession: { params: idParams, response: emptyResponseSchema },
  endSessions: { response: emptyResponseSchema },
  resetPassword: { params: idParams, response: oneTimePasswordSchema },
  updateItem: { params: idParams, body: updateItemBody, response: itemSchema },
  updateLocation: { params: idParams, body: updateLocationBody, response: locationSchema },
  updateBox: { params: idParams, body: updateBoxBody, response: boxSchema },
  listItemPrices: { params: idParams, response: itemPriceListSchema },
  setItemPrice: { params: idParams, body: setItemPriceBody, response: itemPriceSchema },
  previewImport: { body: importBody, response: importPreviewSchema },
  importFile: { body: importBody, response: importResultSchema },
  listAudit: { query: auditQuery, response: auditPageSchema },
  exportAudit: { query: auditExportQuery, response: csvResponseSchema },
  reportSync: { body: syncReportBody, response: emptyResponseSchema },
  listSync: { response: syncListSchema },
  sendRecording: { body: sendRecordingBody, response: emptyResponseSchema },
  getSentRecording: { params: idParams, response: sentRecordingSchema },
  listDemoAccounts: { response: demoAccountListSchema },
  getReady: { response: healthResponseSchema },

  getWrite: { params: writeParams, response: writeStateSchema },
  cancelWrite: { params: writeParams, response: writeStateSchema },
} as const satisfies Record<CallName, CallSchemas>;
