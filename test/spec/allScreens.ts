import { paths, type routes } from '../../src/paths';
import { NORTH } from '../browser/fixture/fixtures';
import type { SpecFixture } from './fixture';

/** One route of the table with something to show, and what a person is there to do. */
export interface Screen {
  url: string;
  heading: string;
  /** The primary action: its role and name. `null` where the screen is for reading. */
  action: { role: 'button' | 'link'; name: string } | null;
}

/** Routes that are not opened here: the sign-in page, and what the app adds for its administrators and accounts. */
type NotOpened = 'login' | 'user' | 'editEntry' | 'manage' | 'account' | 'audit' | 'sync';

/**
 * Every route of spec §2 that a signed-in admin can open, filled, and what the app has beside them. Does not compile
 * while a route is neither here nor in `NotOpened`.
 */
export async function allScreens(fixture: SpecFixture): Promise<Screen[]> {
  const done = await fixture.visit(NORTH, { boxes: [0], outcome: 'no_access', note: 'nobody there' });
  const open = await fixture.visit(NORTH, { boxes: [1] });
  const delivery = done.deliveries[0]?._id ?? '';
  const button = (name: string) => ({ role: 'button', name }) as const;
  const link = (name: string) => ({ role: 'link', name }) as const;
  const byRoute: Record<Exclude<keyof typeof routes, NotOpened>, Screen> = {
    dashboard: { url: paths.dashboard(), heading: 'Dashboard', action: link('Go to locations') },
    locations: { url: paths.locations(), heading: 'Locations', action: link('View Boxes') },
    boxes: { url: paths.boxes(), heading: 'All Locations', action: link('Back to locations') },
    deliveries: { url: paths.deliveries(), heading: 'Deliveries', action: button('Clear Filters') },
    reports: { url: paths.reports(), heading: 'Reports', action: button('Delivery lines') },
    newDelivery: { url: paths.newDelivery(), heading: 'New Delivery', action: button('Submit box') },
    delivery: { url: paths.delivery(delivery), heading: 'Delivery', action: link('Edit') },
    editDelivery: { url: paths.editDelivery(delivery), heading: 'Edit Delivery', action: button('Save changes') },
    visitDetails: {
      url: paths.visitDetails(done._id),
      heading: 'Visit Details',
      action: button('Export Lines (CSV)'),
    },
    startVisit: { url: paths.startVisit(), heading: 'Start Visit', action: button('Start') },
    visit: { url: paths.visit(open._id), heading: NORTH.name, action: link('Refill this box') },
    editVisit: { url: paths.editVisit(done._id), heading: 'Edit Visit', action: button('Save') },
    printVisit: { url: paths.printVisit(done._id), heading: 'Visit summary', action: button('Print / Save PDF') },
    items: { url: paths.items(), heading: 'Items', action: link('+ New Item') },
    newItem: { url: paths.newItem(), heading: 'New Item', action: button('Create') },
    users: { url: paths.users(), heading: 'Users', action: link('+ New User') },
    newUser: { url: paths.newUser(), heading: 'New User', action: button('Create') },
    newLocation: { url: paths.newLocation(), heading: 'New Location', action: button('Create') },
    outbox: { url: paths.outbox(), heading: 'Outbox', action: null },
    recordings: { url: paths.recordings(), heading: 'Recordings', action: button('Start recording') },
  };
  return [
    ...Object.values(byRoute),
    { url: '/nowhere', heading: 'Page not found', action: link('Go to the start page') },
  ];
}
