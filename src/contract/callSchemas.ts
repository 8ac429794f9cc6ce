import type * as z from 'zod/mini';
import { boxListSchema, boxSchema, createBoxBody, listBoxesQuery } from './boxes';
import { emptyAnswerSchema, idParams } from './common';
import {
  createDeliveryBody,
  deliveryPageSchema,
  deliverySchema,
  listDeliveriesQuery,
  updateDeliveryBody,
} from './deliveries';
import { csvAnswerSchema, deliveriesExportQuery, exportQuery } from './exports';
import { createItemBody, itemListSchema, itemSchema } from './items';
import { createLocationBody, listLocationsQuery, locationListSchema, locationSchema } from './locations';
import { itemsUsageAnswer, itemsUsageQuery, outcomeCountsSchema, repProductivityAnswer, reportQuery } from './reports';
import {
  createUserBody,
  healthAnswerSchema,
  loginBody,
  registerBody,
  sessionAnswerSchema,
  updateUserBody,
  userListSchema,
  userSchema,
  whoAnswerSchema,
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
  /** What our server answers. The client reads more shapes than this one (`api/answers`). */
  answer: z.ZodMiniType;
}

/** The schemas of every call. Apart from `calls.ts`, because only the server checks them and the client need not load them. */
export const callSchemas = {
  getMe: { answer: whoAnswerSchema },
  login: { body: loginBody, answer: sessionAnswerSchema },
  logout: { answer: emptyAnswerSchema },
  register: { body: registerBody, answer: sessionAnswerSchema },
  getHealth: { answer: healthAnswerSchema },

  listItems: { answer: itemListSchema },
  createItem: { body: createItemBody, answer: itemSchema },

  listLocations: { query: listLocationsQuery, answer: locationListSchema },
  createLocation: { body: createLocationBody, answer: locationSchema },

  listBoxes: { query: listBoxesQuery, answer: boxListSchema },
  getBox: { params: idParams, answer: boxSchema },
  createBox: { body: createBoxBody, answer: boxSchema },

  listDeliveries: { query: listDeliveriesQuery, answer: deliveryPageSchema },
  getDelivery: { params: idParams, answer: deliverySchema },
  createDelivery: { body: createDeliveryBody, answer: deliverySchema },
  updateDelivery: { params: idParams, body: updateDeliveryBody, answer: deliverySchema },

  listUsers: { answer: userListSchema },
  createUser: { body: createUserBody, answer: userSchema },
  updateUser: { params: idParams, body: updateUserBody, answer: userSchema },

  startVisit: { body: startVisitBody, answer: visitSchema },
  listVisits: { query: listVisitsQuery, answer: visitListSchema },
  getVisit: { params: idParams, answer: visitSchema },
  submitVisit: { params: idParams, body: submitVisitBody, answer: visitSchema },
  updateVisitNote: { params: idParams, body: updateVisitNoteBody, answer: visitSchema },
  updateVisit: { params: idParams, body: updateVisitBody, answer: visitSchema },

  getItemsUsage: { query: itemsUsageQuery, answer: itemsUsageAnswer },
  getRepProductivity: { query: reportQuery, answer: repProductivityAnswer },
  getOutcomes: { query: reportQuery, answer: outcomeCountsSchema },

  exportDeliveries: { query: deliveriesExportQuery, answer: csvAnswerSchema },
  exportItemsSummary: { query: exportQuery, answer: csvAnswerSchema },
  exportReps: { query: exportQuery, answer: csvAnswerSchema },
  exportLocationHistory: { query: exportQuery, answer: csvAnswerSchema },

  getWrite: { params: writeParams, answer: writeStateSchema },
  cancelWrite: { params: writeParams, answer: writeStateSchema },
} as const satisfies Record<CallName, CallSchemas>;
