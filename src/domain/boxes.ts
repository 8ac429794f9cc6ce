/** The sizes of a box (spec §9), small to large. */
export const BOX_SIZES = ['S', 'M', 'L', 'XL'] as const;
export type BoxSize = (typeof BOX_SIZES)[number];
export const BOX_SIZE_DEFAULT: BoxSize = 'M';

export function isBoxSize(value: unknown): value is BoxSize {
  return BOX_SIZES.some((size) => size === value);
}

/** How a select shows a box: the label with its size (spec §2, New Delivery). */
export function boxOptionText(box: { label: string; size: string }): string {
  return box.size ? `${box.label} (${box.size})` : box.label;
}

/** The label of the nth box of a new location, counted from 1. */
export function boxLabel(prefix: string, position: number): string {
  return `${prefix.trim()} ${position}`.trim();
}
