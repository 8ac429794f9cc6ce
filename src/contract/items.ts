import * as z from 'zod/mini';
import { SKU_LENGTH_MAX, UNITS_PER_PACK_MIN } from '../domain/constants';
import { validatePrice, validateUnitsPerPack } from '../domain/itemRules';
import { screenMessages } from '../domain/screenMessages';
import { PACKAGING_DEFAULT, PACKAGINGS } from '../domain/packaging';
import { idSchema, nameSchema } from './common';

/** Dollars, from 0 on, to the cent. */
const priceSchema = z
  .number(screenMessages.priceRange)
  .check(z.refine((price) => validatePrice(price) === null, screenMessages.priceRange));

const unitsPerPackSchema = z
  .number(screenMessages.unitsPerPackRange)
  .check(z.refine((units) => validateUnitsPerPack(units) === null, screenMessages.unitsPerPackRange));

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
  sku: z._default(z.string().check(z.trim(), z.maxLength(SKU_LENGTH_MAX)), ''),
  packaging: z._default(z.enum(PACKAGINGS), PACKAGING_DEFAULT),
  unitsPerPack: z._default(unitsPerPackSchema, UNITS_PER_PACK_MIN),
  pricePerPack: z.optional(priceSchema),
  price: z.optional(priceSchema),
  active: z._default(z.boolean(), true),
});
export type CreateItemBody = z.input<typeof createItemBody>;
