/** The packagings that a rep can pick (spec §9); Edit Delivery takes any text. */
export const PACKAGINGS = ['each', 'case'] as const;
export type Packaging = (typeof PACKAGINGS)[number];
export const PACKAGING_DEFAULT: Packaging = 'each';

export function isPackaging(value: unknown): value is Packaging {
  return PACKAGINGS.some((packaging) => packaging === value);
}

/** A packaging text with one of these words is priced by the pack (spec §9). */
export const PACK_KEYWORDS = ['case', 'box', 'pack'] as const;

/** Whether a packaging text is priced by the pack: it contains case, box or pack, in any letter case (spec §5). */
export function isPackPriced(packaging: string): boolean {
  const text = packaging.toLowerCase();
  return PACK_KEYWORDS.some((keyword) => text.includes(keyword));
}

/** The packaging that a new line of the item begins with: the item's own, else the one with the same price kind. */
export function defaultPackagingOf(item: { packaging: string }): Packaging {
  const own = item.packaging.trim().toLowerCase();
  if (isPackaging(own)) return own;
  return isPackPriced(own) ? 'case' : PACKAGING_DEFAULT;
}

/** The packaging to pick after this one, in the order of `PACKAGINGS`; the first again after the last. */
export function nextPackaging(packaging: string): Packaging {
  const at = PACKAGINGS.indexOf(defaultPackagingOf({ packaging }));
  return PACKAGINGS[at + 1] ?? PACKAGINGS[0];
}

/** Whether a packaging text means single pieces, which come in whole numbers only. */
export function isEach(packaging: string): boolean {
  return packaging.trim().toLowerCase() === PACKAGING_DEFAULT;
}
