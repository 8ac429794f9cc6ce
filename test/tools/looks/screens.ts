import { paths, type routes } from '../../../src/paths';
import type { Account } from '../../browser/startServer';
import { callerOf } from '../../support/server/callerOf';
import type { DataSet } from './dataSets';

/** The five states of a screen, the screen with a day's data in it, and with changes that were refused. */
export type State = 'filled' | 'loading' | 'error' | 'offline' | 'empty' | 'full' | 'unsent';
export type Person = 'rep' | 'admin' | 'nobody';

/** The server's data behind a state. */
export const dataSetOf = (state: State): DataSet => (state === 'empty' || state === 'full' ? state : 'demo');

/** The ids in the URLs of the screens. In the data set `empty` no record has them. */
export interface Ids {
  openVisit: string;
  doneVisit: string;
  delivery: string;
  item: string;
  location: string;
  box: string;
  user: string;
}

export interface Screen {
  name: string;
  as: Person;
  url: (ids: Ids) => string;
  /** Loads nothing from the server: it has no loading, error or empty state of its own. */
  isStill?: true;
}

/** The screens of each route of the table, as who uses it most. */
const screensOf: Record<keyof typeof routes, readonly Screen[]> = {
  login: [{ name: 'signIn', as: 'nobody', url: () => paths.login(), isStill: true }],
  dashboard: [
    { name: 'homeRep', as: 'rep', url: () => paths.dashboard() },
    { name: 'homeAdmin', as: 'admin', url: () => paths.dashboard() },
  ],
  locations: [{ name: 'locations', as: 'rep', url: () => paths.locations() }],
  boxes: [
    { name: 'boxes', as: 'rep', url: () => paths.boxes() },
    { name: 'boxesOfLocation', as: 'rep', url: ({ location }) => paths.boxes(location) },
  ],
  deliveries: [{ name: 'deliveries', as: 'rep', url: () => paths.deliveries() }],
  reports: [{ name: 'reports', as: 'rep', url: () => paths.reports() }],
  newDelivery: [
    { name: 'padVisit', as: 'rep', url: ({ openVisit, box }) => paths.newDelivery({ visit: openVisit, box }) },
    { name: 'padNew', as: 'rep', url: () => paths.newDelivery() },
  ],
  delivery: [{ name: 'delivery', as: 'rep', url: ({ delivery }) => paths.delivery(delivery) }],
  editDelivery: [{ name: 'editDelivery', as: 'rep', url: ({ delivery }) => paths.editDelivery(delivery) }],
  visitDetails: [{ name: 'visitDetails', as: 'rep', url: ({ doneVisit }) => paths.visitDetails(doneVisit) }],
  startVisit: [{ name: 'startVisit', as: 'rep', url: () => paths.startVisit() }],
  visit: [{ name: 'visit', as: 'rep', url: ({ openVisit }) => paths.visit(openVisit) }],
  editVisit: [{ name: 'editVisit', as: 'rep', url: ({ doneVisit }) => paths.editVisit(doneVisit) }],
  printVisit: [{ name: 'print', as: 'rep', url: ({ doneVisit }) => paths.printVisit(doneVisit) }],
  items: [{ name: 'items', as: 'admin', url: () => paths.items() }],
  newItem: [{ name: 'newItem', as: 'admin', url: () => paths.newItem(), isStill: true }],
  users: [{ name: 'users', as: 'admin', url: () => paths.users() }],
  newUser: [{ name: 'newUser', as: 'admin', url: () => paths.newUser(), isStill: true }],
  user: [{ name: 'editUser', as: 'admin', url: ({ user }) => paths.user(user) }],
  newLocation: [{ name: 'newLocation', as: 'admin', url: () => paths.newLocation(), isStill: true }],
  editEntry: [
    { name: 'editItem', as: 'admin', url: ({ item }) => paths.editEntry('items', item) },
    { name: 'editLocation', as: 'admin', url: ({ location }) => paths.editEntry('locations', location) },
    { name: 'editBox', as: 'admin', url: ({ box }) => paths.editEntry('boxes', box) },
  ],
  manage: [
    { name: 'manageLocations', as: 'admin', url: () => paths.manage('locations') },
    { name: 'import', as: 'admin', url: () => paths.manage('import'), isStill: true },
  ],
  outbox: [{ name: 'outbox', as: 'rep', url: () => paths.outbox(), isStill: true }],
  recordings: [{ name: 'recordings', as: 'rep', url: () => paths.recordings(), isStill: true }],
  account: [{ name: 'account', as: 'rep', url: () => paths.account() }],
  audit: [{ name: 'audit', as: 'admin', url: () => paths.audit() }],
  sync: [{ name: 'sync', as: 'admin', url: () => paths.sync() }],
};

/** Every screen of the app. */
export const screens: readonly Screen[] = [
  ...Object.values(screensOf).flat(),
  { name: 'notFound', as: 'rep', url: () => '/nowhere', isStill: true },
];

type Row = Record<string, unknown> & { _id: string };
const STILL_STATES: readonly State[] = ['filled', 'offline', 'unsent'];

export function hasState({ isStill }: Screen, state: State): boolean {
  return !isStill || STILL_STATES.includes(state);
}

const NOBODY: Ids = {
  openVisit: 'none',
  doneVisit: 'none',
  delivery: 'none',
  item: 'none',
  location: 'none',
  box: 'none',
  user: 'none',
};

/** Makes an open visit of the rep with two boxes refilled and a submitted one, and finds the rest. */
export async function prepareIds(url: string, rep: Account, admin: Account): Promise<Ids> {
  const { call } = await callerOf(url, rep);
  const asAdmin = await callerOf(url, admin);
  const locations = await call<(Row & { name: string })[]>('listLocations', {});
  // The longest names are the hardest to lay out.
  locations.sort((a, b) => b.name.length - a.name.length);
  const [location, other] = locations;
  const items = (await call<(Row & { active: boolean })[]>('listItems', {})).filter(({ active }) => active);
  const users = await asAdmin.call<Row[]>('listUsers', {});
  const user = users.at(-1)?._id ?? 'none';
  if (!location || !other || items.length === 0) return { ...NOBODY, user };
  const boxes = await call<(Row & { location: Row })[]>('listBoxes', {});
  const boxesOf = (location: Row) => boxes.filter((box) => box.location._id === location._id);
  const visitOf = async (location: Row, filled: number) => {
    const visit = await call<Row>('startVisit', {}, { location: location._id });
    for (const [at, box] of boxesOf(location).slice(0, filled).entries()) {
      const lines = [0, 1, 2].map((nth) => {
        const item = items[(at * 3 + nth) % items.length]?._id;
        return { item, quantity: 2 + nth, packaging: nth === 1 ? 'case' : 'each' };
      });
      await call('createDelivery', {}, { location: location._id, box: box._id, visit: visit._id, lines });
    }
    return visit._id;
  };
  const doneVisit = await visitOf(other, 3);
  await call('submitVisit', { id: doneVisit }, { outcome: 'partial', note: 'The cooler at the till was locked.' });
  const openVisit = await visitOf(location, 2);
  const deliveries = await call<{ data: Row[] }>('listDeliveries', {});
  const delivery = deliveries.data.at(0)?._id ?? 'none';
  const box = boxesOf(location).at(2)?._id ?? 'none';
  return { openVisit, doneVisit, delivery, item: items[0]?._id ?? 'none', location: location._id, box, user };
}
