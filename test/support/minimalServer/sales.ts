import { FIXTURES } from '../../browser/fixture/fixtures';

/** The data of the minimal server, in memory, and the few rules the spec gives it. */

export interface User {
  id: string;
  name: string;
  email: string;
  password: string;
  role: 'rep' | 'admin';
  active: boolean;
}

export interface Location {
  id: string;
  name: string;
  address: { street: string; city: string; state: string; zip: string };
}

export interface Box {
  id: string;
  location: Location;
  label: string;
  size: string;
}

export interface Item {
  id: string;
  name: string;
  sku: string;
  packaging: string;
  unitsPerPack: number;
  price: number;
  pricePerPack: number;
}

export interface Visit {
  id: string;
  rep: User;
  location: Location;
  outcome: string | null;
  note: string;
  startedAt: Date;
  submittedAt: Date | null;
}

export interface Line {
  item: Item;
  packaging: string;
  quantity: number;
}

export interface Delivery {
  id: string;
  visit: Visit | null;
  rep: User;
  box: Box;
  lines: Line[];
  createdAt: Date;
}

export interface SalesData {
  users: User[];
  locations: Location[];
  boxes: Box[];
  items: Item[];
  visits: Visit[];
  deliveries: Delivery[];
  /** The user of each session cookie. */
  sessions: Map<string, User>;
  /** The next id of a kind: "loc7". */
  nextId(kind: string): string;
}

/** The data with the fixtures of the browser tests. */
export function openSales(): SalesData {
  let last = 0;
  const nextId = (kind: string) => `${kind}${++last}`;
  const users = FIXTURES.users.map(({ roles, ...member }) => ({
    ...member,
    id: nextId('user'),
    role: roles[0] ?? 'rep',
    active: true,
  }));
  const stores = FIXTURES.locations.map(({ name, street, boxes }) => {
    const address = { street, city: 'Ames', state: 'IA', zip: '50010' };
    const location: Location = { id: nextId('loc'), name, address };
    return { location, boxes: boxes.map((box) => ({ ...box, id: nextId('box'), location })) };
  });
  return {
    users,
    locations: stores.map(({ location }) => location),
    boxes: stores.flatMap(({ boxes }) => boxes),
    items: FIXTURES.items.map((item) => ({ ...item, id: nextId('item') })),
    visits: [],
    deliveries: [],
    sessions: new Map(),
    nextId,
  };
}

/** Spec §5: packaging that names a case, a box or a pack has the price of a pack. */
export function unitPrice({ item, packaging }: Line): number {
  return /case|box|pack/i.test(packaging) ? item.pricePerPack : item.price;
}

/** Dollars, each line rounded to the cent. */
export function totalOf({ lines }: Delivery): number {
  const cents = lines.map((line) => Math.round(Number((unitPrice(line) * line.quantity * 100).toFixed(6))));
  return cents.reduce((sum, one) => sum + one, 0) / 100;
}

/** Whether every box of the visit's location has a delivery of this visit. */
export function isEveryBoxRefilled(sales: SalesData, visit: Visit): boolean {
  const refilled = new Set(sales.deliveries.filter((one) => one.visit === visit).map((one) => one.box));
  return sales.boxes.filter((box) => box.location === visit.location).every((box) => refilled.has(box));
}
