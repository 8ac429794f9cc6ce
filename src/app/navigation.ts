import { type Access, type HasRoles, mayAccess } from '../domain/roles';
import { paths } from '../paths';

interface NavLinkTarget {
  text: string;
  to: string;
  /** Who sees the link. Others may still be allowed to open the screen. */
  shownTo: Access;
}

/** In the spec's order (spec §2, global shell). */
const LINKS: readonly NavLinkTarget[] = [
  { text: 'Items', to: paths.items(), shownTo: 'manageCatalogue' },
  { text: 'Reports', to: paths.reports(), shownTo: 'seeFullNavigation' },
  { text: 'Locations', to: paths.locations(), shownTo: 'signedIn' },
  { text: 'Boxes', to: paths.boxes(), shownTo: 'seeFullNavigation' },
  { text: 'Deliveries', to: paths.deliveries(), shownTo: 'signedIn' },
  { text: 'Users', to: paths.users(), shownTo: 'manageUsers' },
  { text: 'New Location', to: paths.newLocation(), shownTo: 'manageCatalogue' },
];

/** The links of the header. */
export function navigationOf(user: HasRoles): readonly NavLinkTarget[] {
  return LINKS.filter(({ shownTo }) => mayAccess(shownTo, user));
}
