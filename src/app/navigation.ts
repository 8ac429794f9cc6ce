import { type HasRoles, isAdmin } from '../domain/roles';
import { paths } from '../paths';

export interface NavLinkTarget {
  text: string;
  to: string;
}

const ADMIN_LINKS: readonly NavLinkTarget[] = [
  { text: 'Items', to: paths.items() },
  { text: 'Reports', to: paths.reports() },
  { text: 'Locations', to: paths.locations() },
  { text: 'Boxes', to: paths.boxes() },
  { text: 'Deliveries', to: paths.deliveries() },
  { text: 'Users', to: paths.users() },
  { text: 'New Location', to: paths.newLocation() },
];

const REP_LINKS: readonly NavLinkTarget[] = [
  { text: 'Locations', to: paths.locations() },
  { text: 'Deliveries', to: paths.deliveries() },
];

/** The links of the header, in the spec's order (spec §2, global shell). */
export function navigationOf(user: HasRoles): readonly NavLinkTarget[] {
  return isAdmin(user) ? ADMIN_LINKS : REP_LINKS;
}
