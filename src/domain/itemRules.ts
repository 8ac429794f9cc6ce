import { PRICE_MAX_DOLLARS, UNITS_PER_PACK_MAX, UNITS_PER_PACK_MIN } from './constants';
import { screenMessages } from './screenMessages';
import { hasTwoDecimals } from './wholeNumbers';

/**
 * Why there are no items (spec §2, §8). `status`: the HTTP status; `null` without a response. `online`: whether the
 * browser reports a connection.
 */
export function itemsLoadMessage(status: number | null, online: boolean): string {
  if (status !== null) return screenMessages.itemsFailedStatus(status);
  return online ? screenMessages.itemsFailed : screenMessages.noCachedItems;
}

/** Units per pack: a whole number from 1 on (spec §5), within reason. */
export function validateUnitsPerPack(units: number): string | null {
  const within = units >= UNITS_PER_PACK_MIN && units <= UNITS_PER_PACK_MAX;
  return Number.isInteger(units) && within ? null : screenMessages.unitsPerPackRange;
}

/** A price in dollars: from 0 on, to the cent (spec §5), within reason. */
export function validatePrice(price: number): string | null {
  return hasTwoDecimals(price) && price >= 0 && price <= PRICE_MAX_DOLLARS ? null : screenMessages.priceRange;
}
