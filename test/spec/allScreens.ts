import { paths } from '../../src/paths';
import { NORTH } from '../browser/fixture/fixtures';
import type { SpecFixture } from './fixture';

/** One route of the table with something to show, and what a person is there to do. */
export interface Screen {
  address: string;
  heading: string;
  /** The primary action: its role and name. `null` where the screen is for reading. */
  action: { role: 'button' | 'link'; name: string } | null;
}

/** Every route of spec §2 that a signed-in admin can open, filled, and what the app has beside them. */
export async function allScreens(fixture: SpecFixture): Promise<Screen[]> {
  const done = await fixture.visit(NORTH, { boxes: [0], outcome: 'no_access', note: 'nobody there' });
  const open = await fixture.visit(NORTH, { boxes: [1] });
  const delivery = done.deliveries[0]?._id ?? '';
  const button = (name: string) => ({ role: 'button', name }) as const;
  const link = (name: string) => ({ role: 'link', name }) as const;
  return [
    { address: paths.dashboard(), heading: 'Dashboard', action: link('Go to locations') },
    { address: paths.locations(), heading: 'Locations', action: link('View Boxes') },
    { address: paths.boxes(), heading: 'All Locations', action: link('Back to locations') },
    { address: paths.deliveries(), heading: 'Deliveries', action: button('Clear Filters') },
    { address: paths.reports(), heading: 'Reports', action: button('Delivery lines') },
    { address: paths.newDelivery(), heading: 'New Delivery', action: button('Submit box') },
    { address: paths.delivery(delivery), heading: 'Delivery', action: link('Edit') },
    { address: paths.editDelivery(delivery), heading: 'Edit Delivery', action: button('Save changes') },
    { address: paths.visitDetails(done._id), heading: 'Visit Details', action: button('Export Lines (CSV)') },
    { address: paths.startVisit(), heading: 'Start Visit', action: button('Start') },
    { address: paths.visit(open._id), heading: NORTH.name, action: link('Refill this box') },
    { address: paths.editVisit(done._id), heading: 'Edit Visit', action: button('Save') },
    { address: paths.printVisit(done._id), heading: 'Visit summary', action: button('Print / Save PDF') },
    { address: paths.items(), heading: 'Items', action: link('+ New Item') },
    { address: paths.newItem(), heading: 'New Item', action: button('Create') },
    { address: paths.users(), heading: 'Users', action: link('+ New User') },
    { address: paths.newUser(), heading: 'New User', action: button('Create') },
    { address: paths.newLocation(), heading: 'New Location', action: button('Create') },
    { address: paths.outbox(), heading: 'Outbox', action: null },
    { address: paths.recordings(), heading: 'Recordings', action: button('Start recording') },
    { address: '/nowhere', heading: 'Page not found', action: link('Go to the start page') },
  ];
}
