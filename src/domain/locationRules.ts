import { BOX_SIZE_DEFAULT, type BoxSize } from './boxes';
import { BOX_COUNT_MAX, BOX_COUNT_MIN } from './constants';

/** The postal address of a location (spec §3). Unknown parts are empty texts. */
export interface Address {
  street: string;
  city: string;
  state: string;
  zip: string;
}

export const EMPTY_ADDRESS: Address = { street: '', city: '', state: '', zip: '' };

export function isAddress(value: unknown): value is Address {
  if (typeof value !== 'object' || value === null) return false;
  const parts: Partial<Record<string, unknown>> = { ...value };
  return Object.keys(EMPTY_ADDRESS).every((part) => typeof parts[part] === 'string');
}

/** A box count brought into 1–20, whole (spec §5). Anything that is no number counts as the least. */
export function clampBoxCount(count: number): number {
  const whole = Number.isFinite(count) ? Math.trunc(count) : BOX_COUNT_MIN;
  return Math.min(BOX_COUNT_MAX, Math.max(BOX_COUNT_MIN, whole));
}

/** One size per box: the choices made so far kept, the rest M (spec §2, New Location). */
export function boxSizesFor(count: number, chosen: readonly BoxSize[]): BoxSize[] {
  return Array.from({ length: clampBoxCount(count) }, (_, index) => chosen[index] ?? BOX_SIZE_DEFAULT);
}

/** An address on one line: street, city, state zip; empty parts left out. */
export function formatAddress(address: Address): string {
  const stateZip = [address.state, address.zip].filter(Boolean).join(' ');
  return [address.street, address.city, stateZip].filter(Boolean).join(', ');
}
