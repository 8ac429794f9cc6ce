import * as z from 'zod/mini';
import { PRICE_MAX_DOLLARS } from '../domain/constants';
import { validatePrice } from '../domain/itemRules';
import { messages } from '../domain/messages';
import { PACKAGINGS } from '../domain/packaging';
import { idSchema, nameSchema } from './common';

/** Dollars, from 0 on, to the cent. */
const priceSchema = z
  .number(messages.priceMin)
  .check(z.gte(0, messages.priceMin), z.lte(PRICE_MAX_DOLLARS, messages.priceMin))
  .check(z.refine((price) => validatePrice(price) === null, messages.priceMin));

export const itemSchema = z.object({
  _id: idSchema,
  name: z.string(),
  sku: z.string(),
  packaging: z.string(),
  unitsPerPack: z.number(),
  /** Dollars for a pack; `null` when the item is sold by the piece only. */
  pricePerPack: z.nullable(z.number()),
  /** Dollars for one piece; `null` when the item has a pack price only. */
  price: z.nullable(z.number()),
  active: z.boolean(),
});
export type Item = z.infer<typeof itemSchema>;

export const itemListSchema = z.array(itemSchema);

export const createItemBody = z.strictObject({
  name: nameSchema,
  sku: z._default(z.string().check(z.trim(), z.maxLength(64)), ''),
  packaging: z._default(z.enum(PACKAGINGS), 'each'),
  unitsPerPack: z._default(
    z.int(messages.unitsPerPackMin).check(z.gte(1, messages.unitsPerPackMin), z.lte(100_000, messages.unitsPerPackMin)),
    1,
  ),
  pricePerPack: z.optional(priceSchema),
  price: z.optional(priceSchema),
  active: z._default(z.boolean(), true),
});
export type CreateItemBody = z.input<typeof createItemBody>;
