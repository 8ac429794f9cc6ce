/** The two packagings a rep can pick (spec §9); Edit Delivery takes any text. */
export const PACKAGINGS = ['each', 'case'] as const;
export type Packaging = (typeof PACKAGINGS)[number];
export const PACKAGING_DEFAULT: Packaging = 'each';

export function isPackaging(value: unknown): value is Packaging {
  return PACKAGINGS.some((packaging) => packaging === value);
}

const PACK_KEYWORDS = ['case', 'box', 'pack'] as const;

/** Whether a packaging text is priced by the pack: it contains case, box or pack, in any letter case (spec §5). */
export function isPackPriced(packaging: string): boolean {
  const text = packaging.toLowerCase();
  return PACK_KEYWORDS.some((keyword) => text.includes(keyword));
}

/** Whether a packaging text means single pieces, which come in whole numbers only. */
export function isEach(packaging: string): boolean {
  return packaging.trim().toLowerCase() === PACKAGING_DEFAULT;
}
