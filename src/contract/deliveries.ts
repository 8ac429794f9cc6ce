import * as z from 'zod/mini';
import {
  DELIVERY_PAGE_SIZE_DEFAULT,
  FIRST_PAGE,
  ID_LENGTH_MAX,
  LINES_PER_DELIVERY_MAX,
  LINE_LENGTH_MAX,
  PACKAGING_LENGTH_MAX,
  VISIT_DELIVERIES_LIMIT,
} from '../domain/constants';
import { screenMessages } from '../domain/screenMessages';
import { isQuantity } from '../domain/quantity';
import { countParam, idSchema, instantSchema, rangeParams, textParam, versionSchema } from './common';
import { locationSchema } from './locations';

export const deliveryLineSchema = z.object({
  item: z.object({ _id: z.string(), name: z.string() }),
  packaging: z.string(),
  quantity: z.number(),
  /** Dollars, derived by the server (spec §5). */
  unitPrice: z.number(),
  /** Dollars, rounded half up to the cent. */
  lineTotal: z.number(),
});
export type DeliveryLine = z.infer<typeof deliveryLineSchema>;

export const deliverySchema = z.object({
  _id: idSchema,
  /** `null` for a delivery made outside a visit. */
  visit: z.nullable(
    z.object({
      _id: idSchema,
      rep: z.object({ _id: z.string(), name: z.string() }),
      outcome: z.nullable(z.string()),
      note: z.string(),
      submittedAt: z.nullable(instantSchema),
    }),
  ),
  /** Who made it: in a visit, the visit's rep. */
  rep: z.optional(z.object({ _id: z.string(), name: z.string() })),
  repName: z.string(),
  location: locationSchema,
  box: z.object({ _id: z.string(), label: z.string(), size: z.string() }),
  lines: z.array(deliveryLineSchema),
  /** When the rep made it; `null` when only the receipt is known. */
  deliveredAt: z.nullable(instantSchema),
  /** When the server received it. */
  createdAt: instantSchema,
  /** Dollars: the sum of the rounded lines. */
  total: z.number(),
  /** Counts the changes of the lines. */
  version: versionSchema,
});
/** What was put into one box (spec §3). */
export type Delivery = z.infer<typeof deliverySchema>;

export const pageInfoSchema = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  hasMore: z.boolean(),
});
export type PageInfo = z.infer<typeof pageInfoSchema>;

export const deliveryPageSchema = z.object({ data: z.array(deliverySchema), pageInfo: pageInfoSchema });
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

/**
 * Spec §7. `repId` is for admins; `repName` matches a part of the name; `visit` asks for one visit's deliveries. 400 if
 * the page exceeds the limit of a list; a page of one delivery never does.
 */
export const listDeliveriesQuery = z.object({
  ...rangeParams,
  repId: textParam,
  repName: textParam,
  visit: textParam,
  page: countParam({ default: FIRST_PAGE, min: 1, max: 999_999_999 }),
  limit: countParam({ default: DELIVERY_PAGE_SIZE_DEFAULT, min: 1, max: VISIT_DELIVERIES_LIMIT }),
});
export type ListDeliveriesQuery = {
  location?: string;
  from?: string;
  to?: string;
  repId?: string;
  repName?: string;
  page?: number;
  limit?: number;
};

const quantitySchema = z
  .number(screenMessages.invalidQuantity)
  .check(z.refine(isQuantity, screenMessages.invalidQuantity));

const lineBody = z.strictObject({
  item: z.string(screenMessages.pickItem).check(z.minLength(1, screenMessages.pickItem), z.maxLength(ID_LENGTH_MAX)),
  quantity: quantitySchema,
  packaging: z.string().check(z.maxLength(PACKAGING_LENGTH_MAX)),
});

/** The rules beyond shape (above 0, whole for each) are `domain/deliveryRules`, asked by both sides. */
export const createDeliveryBody = z.strictObject({
  /** What the screen shows; the server takes the name from the visit or the session. */
  repName: z.optional(z.string().check(z.maxLength(LINE_LENGTH_MAX))),
  location: z
    .string(screenMessages.pickLocation)
    .check(z.minLength(1, screenMessages.pickLocation), z.maxLength(ID_LENGTH_MAX)),
  box: z.string(screenMessages.pickBox).check(z.minLength(1, screenMessages.pickBox), z.maxLength(ID_LENGTH_MAX)),
  visit: z.optional(idSchema),
  lines: z.array(lineBody).check(z.minLength(1, screenMessages.addOneItem), z.maxLength(LINES_PER_DELIVERY_MAX)),
});
export type CreateDeliveryBody = z.infer<typeof createDeliveryBody>;

export const updateDeliveryBody = z.strictObject({
  lines: z.array(lineBody).check(z.maxLength(LINES_PER_DELIVERY_MAX)),
});
export type UpdateDeliveryBody = z.infer<typeof updateDeliveryBody>;
