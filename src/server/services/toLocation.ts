import type { Location } from '../../contract/locations';
import { locations } from '../db/schema';

const { id, name, street, city, state, zip } = locations;

/** The columns of a location that the contract's shape uses. */
export const locationColumns = { id, name, street, city, state, zip };
type LocationRow = Pick<typeof locations.$inferSelect, keyof typeof locationColumns>;

/** A location as a visit or a delivery names it. */
export function toLocation(row: LocationRow): Location {
  return {
    _id: row.id,
    name: row.name,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
  };
}

/** A location as the list of locations has it. */
export function toListedLocation(row: typeof locations.$inferSelect): Location {
  return { ...toLocation(row), active: row.deactivatedAt === null, version: row.version };
}
