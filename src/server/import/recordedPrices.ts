import type { Packaging } from '../../domain/packaging';

/**
 * How a rep would record a number of pieces: whole packs by the case, anything else one by one. The money is
 * the same where a pack costs its pieces.
 */
export function asRecorded(pieces: number, unitsPerPack: number): { packaging: Packaging; quantity: number } {
  return pieces % unitsPerPack === 0
    ? { packaging: 'case', quantity: pieces / unitsPerPack }
    : { packaging: 'each', quantity: pieces };
}
