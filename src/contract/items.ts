import * as z from 'zod/mini';
import { LINE_LENGTH_MAX, SKU_LENGTH_MAX, UNITS_PER_PACK_MIN } from '../domain/constants';
import { validatePrice, validateUnitsPerPack } from '../domain/itemRules';
import { screenMessages } from '../domain/screenMessages';
import { PACKAGING_DEFAULT, PACKAGINGS } from '../domain/packaging';
import { idSchema, instantSchema, namesAField, nameSchema, versionSchema } from './common';

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
  /** false: no new delivery may name it. */
  active: z.boolean(),
  /** Counts the changes of everything but the prices, which have a history of their own. */
  version: versionSchema,
});
export type Item = z.infer<typeof itemSchema>;

export const itemListSchema = z.array(itemSchema);

const skuSchema = z.string().check(z.trim(), z.maxLength(SKU_LENGTH_MAX));

/** At least one of the two prices. */
const namesAPrice = z.refine((body) => {
  const { price, pricePerPack } = body as { price?: number; pricePerPack?: number };
  return price !== undefined || pricePerPack !== undefined;
}, 'Give the item a price or a price per pack.');

export const createItemBody = z
  .strictObject({
    name: nameSchema,
    sku: z._default(skuSchema, ''),
    packaging: z._default(z.enum(PACKAGINGS), PACKAGING_DEFAULT),
    unitsPerPack: z._default(unitsPerPackSchema, UNITS_PER_PACK_MIN),
    pricePerPack: z.optional(priceSchema),
    price: z.optional(priceSchema),
    active: z._default(z.boolean(), true),
  })
  .check(namesAPrice);
export type CreateItemBody = z.input<typeof createItemBody>;

/** The fields to change, one at least; prices change by `setItemPriceBody`. */
export const updateItemBody = z
  .strictObject({
    name: z.optional(nameSchema),
    sku: z.optional(skuSchema),
    packaging: z.optional(z.enum(PACKAGINGS)),
    unitsPerPack: z.optional(unitsPerPackSchema),
    active: z.optional(z.boolean()),
  })
  .check(namesAField);
export type UpdateItemBody = z.infer<typeof updateItemBody>;

/** One entry of an item's price history. */
export const itemPriceSchema = z.object({
  /** `null`: from the beginning. */
  validFrom: z.nullable(instantSchema),
  pricePerPack: z.nullable(z.number()),
  price: z.nullable(z.number()),
  /** When it was set. */
  createdAt: instantSchema,
});
export type ItemPrice = z.infer<typeof itemPriceSchema>;

/** Newest first; the first ones may not be valid yet. */
export const itemPriceListSchema = z.array(itemPriceSchema);

/** The prices of an item from an instant on, at least one of the two. A price that is left out is unset. */
export const setItemPriceBody = z
  .strictObject({
    /** A later instant, to the whole second: the beginning of a day of the company. Left out: from now on. */
    from: z.optional(z.string().check(z.maxLength(LINE_LENGTH_MAX))),
    pricePerPack: z.optional(priceSchema),
    price: z.optional(priceSchema),
  })
  .check(namesAPrice);
export type SetItemPriceBody = z.infer<typeof setItemPriceBody>;
