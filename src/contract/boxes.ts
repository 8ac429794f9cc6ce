import * as z from 'zod/mini';
import { BOX_SIZE_DEFAULT, BOX_SIZES } from '../domain/boxes';
import { idSchema, nameSchema, textParam } from './common';

export const boxSchema = z.object({
  _id: idSchema,
  label: z.string(),
  size: z.string(),
  location: z.object({ _id: idSchema, name: z.string() }),
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
