import * as z from 'zod/mini';
import { BOX_SIZE_DEFAULT, BOX_SIZES } from '../domain/boxes';
import { idSchema, namesAField, nameSchema, textParam, versionSchema } from './common';

export const boxSchema = z.object({
  _id: idSchema,
  label: z.string(),
  size: z.string(),
  location: z.object({ _id: idSchema, name: z.string() }),
  /** false: nothing new may go into it. Ours: absent from another server. */
  active: z.optional(z.boolean()),
  version: versionSchema,
});
/** A box that stands at a location and is refilled there (spec §3). */
export type Box = z.infer<typeof boxSchema>;

export const boxListSchema = z.array(boxSchema);

/** Without a location: the boxes of all locations. */
export const listBoxesQuery = z.object({ location: textParam });
export type ListBoxesQuery = z.input<typeof listBoxesQuery>;

export const createBoxBody = z.strictObject({
  label: nameSchema,
  size: z._default(z.enum(BOX_SIZES), BOX_SIZE_DEFAULT),
  location: idSchema,
});
export type CreateBoxBody = z.input<typeof createBoxBody>;

/** The fields to change, one at least; a box stays at its location. */
export const updateBoxBody = z
  .strictObject({
    label: z.optional(nameSchema),
    size: z.optional(z.enum(BOX_SIZES)),
    active: z.optional(z.boolean()),
  })
  .check(namesAField);
export type UpdateBoxBody = z.infer<typeof updateBoxBody>;
