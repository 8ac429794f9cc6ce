import * as z from 'zod/mini';
import { BOX_SIZES } from '../domain/boxes';
import {
  BOX_COUNT_MAX,
  BOX_COUNT_MIN,
  BOX_LABEL_PREFIX_DEFAULT,
  BOX_LABEL_PREFIX_LENGTH_MAX,
  LINE_LENGTH_MAX,
} from '../domain/constants';
import { idSchema, namesAField, nameSchema, textParam, versionSchema } from './common';

const BOX_COUNT_RANGE = `Box count must be a whole number from ${BOX_COUNT_MIN} to ${BOX_COUNT_MAX}`;

const addressPart = z.string().check(z.trim(), z.maxLength(LINE_LENGTH_MAX));

const addressSchema = z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() });

export const locationSchema = z.object({
  _id: idSchema,
  name: z.string(),
  address: addressSchema,
  /** false: nothing new may happen there. Ours: absent from another server, and within a visit or a delivery. */
  active: z.optional(z.boolean()),
  /** Absent where `active` is. */
  version: versionSchema,
});
/** A store that reps visit (spec §3). */
export type Location = z.infer<typeof locationSchema>;

export const locationListSchema = z.array(locationSchema);

/** Spec §7: search text over name and address. */
export const listLocationsQuery = z.object({ q: textParam });
export type ListLocationsQuery = z.input<typeof listLocationsQuery>;

const givenAddress = z.strictObject({
  street: z._default(addressPart, ''),
  city: z._default(addressPart, ''),
  state: z._default(addressPart, ''),
  zip: z._default(addressPart, ''),
});

export const createLocationBody = z
  .strictObject({
    name: nameSchema,
    address: z.optional(givenAddress),
    boxCount: z
      .int(BOX_COUNT_RANGE)
      .check(z.gte(BOX_COUNT_MIN, BOX_COUNT_RANGE), z.lte(BOX_COUNT_MAX, BOX_COUNT_RANGE)),
    boxSizes: z.optional(z.array(z.enum(BOX_SIZES)).check(z.maxLength(BOX_COUNT_MAX))),
    boxLabelPrefix: z._default(
      z.string().check(z.trim(), z.maxLength(BOX_LABEL_PREFIX_LENGTH_MAX)),
      BOX_LABEL_PREFIX_DEFAULT,
    ),
  })
  .check(
    z.refine((body) => !body.boxSizes || body.boxSizes.length === body.boxCount, {
      message: 'Give one size per box',
      path: ['boxSizes'],
    }),
  );
export type CreateLocationBody = z.input<typeof createLocationBody>;

/** The fields to change, one at least; an address replaces the whole one. */
export const updateLocationBody = z
  .strictObject({ name: z.optional(nameSchema), address: z.optional(givenAddress), active: z.optional(z.boolean()) })
  .check(namesAField);
export type UpdateLocationBody = z.input<typeof updateLocationBody>;
