import { boxShape, deliveriesCsv, deliveryShape, itemShape, locationShape, userShape, visitShape } from './shapes';
import { type Delivery, isEveryBoxRefilled, type Line, type SalesData, type User, type Visit } from './sales';

/** One call as the minimal server receives it. */
export interface CallParts {
  sales: SalesData;
  /** The session's user; only `login` and the public calls go without. */
  user: User;
  id: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

export type CallResponse = { status: number; body: unknown } | { status: number; csv: string };
type Handler = (parts: CallParts) => CallResponse;

/** A refusal; its text is the `error` of the response (spec §8). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const ok = (body: unknown): CallResponse => ({ status: 200, body });
const text = (value: unknown) => (typeof value === 'string' ? value : '');

function found<T>(one: T | undefined, what: string): T {
  if (one === undefined) throw new Refusal(404, `${what} not found`);
  return one;
}

const byId = <T extends { id: string }>(list: T[], id: unknown, what: string) =>
  found(
    list.find((one) => one.id === id),
    what,
  );

function readLines({ items }: SalesData, raw: unknown): Line[] {
  if (!Array.isArray(raw) || raw.length === 0) throw new Refusal(400, 'lines are missing');
  return raw.map((one: { item?: unknown; packaging?: unknown; quantity?: unknown }) => {
    const quantity = Number(one.quantity);
    if (!(quantity >= 0)) throw new Refusal(400, 'quantity is not a number');
    return { item: byId(items, one.item, 'Item'), packaging: text(one.packaging), quantity };
  });
}

function startVisit({ sales, user, body }: CallParts): CallResponse {
  const location = byId(sales.locations, body.location, 'Location');
  const rep = body.rep ? byId(sales.users, body.rep, 'Rep') : user;
  const open = sales.visits.find((one) => one.rep === rep && one.location === location && one.submittedAt === null);
  if (open) return ok(visitShape(open));
  const started = { outcome: null, note: '', startedAt: new Date(), submittedAt: null };
  const visit: Visit = { id: sales.nextId('visit'), rep, location, ...started };
  sales.visits.push(visit);
  return { status: 201, body: visitShape(visit) };
}

function changeVisit({ sales, id, body }: CallParts): Visit {
  const visit = byId(sales.visits, id, 'Visit');
  if (body.outcome === 'completed' && !isEveryBoxRefilled(sales, visit)) throw new Refusal(400, 'boxes are not filled');
  if (typeof body.outcome === 'string') visit.outcome = body.outcome;
  if (typeof body.note === 'string') visit.note = body.note;
  return visit;
}

function submitVisit(parts: CallParts): CallResponse {
  const visit = byId(parts.sales.visits, parts.id, 'Visit');
  if (visit.submittedAt) throw new Refusal(409, 'The visit is submitted already');
  if (!parts.body.outcome) throw new Refusal(400, 'outcome is missing');
  changeVisit(parts).submittedAt = new Date();
  return ok({ visit: visitShape(visit) });
}

function createDelivery({ sales, user, body }: CallParts): CallResponse {
  const visit = body.visit ? byId(sales.visits, body.visit, 'Visit') : null;
  if (visit?.submittedAt) throw new Refusal(409, 'The visit is submitted already');
  const box = byId(sales.boxes, body.box, 'Box');
  const made = { lines: readLines(sales, body.lines), createdAt: new Date() };
  const delivery: Delivery = { id: sales.nextId('delivery'), visit, rep: visit?.rep ?? user, box, ...made };
  sales.deliveries.push(delivery);
  return { status: 201, body: { delivery: deliveryShape(delivery) } };
}

function listDeliveries({ sales, query }: CallParts): CallResponse {
  const [visit, location] = [query.get('visit'), query.get('location')];
  const wanted = sales.deliveries.filter(
    (one) => (!visit || one.visit?.id === visit) && (!location || one.box.location.id === location),
  );
  return ok(wanted.map(deliveryShape));
}

function listLocations({ sales, query }: CallParts): CallResponse {
  const search = (query.get('q') ?? '').toLowerCase();
  const matches = sales.locations.filter(({ name }) => name.toLowerCase().includes(search));
  return ok({ data: matches.map(locationShape) });
}

/** The calls by method and path, `:id` standing for an id. */
export const handlers: Record<string, Handler> = {
  'GET /api/auth/me': ({ user }) => ok(userShape(user)),
  'GET /api/health': () => ok({ status: 'fine' }),
  'GET /api/items': ({ sales }) => ok({ data: sales.items.map(itemShape) }),
  'GET /api/locations': listLocations,
  'GET /api/boxes': ({ sales, query }) => {
    const location = query.get('location');
    return ok(sales.boxes.filter((box) => !location || box.location.id === location).map(boxShape));
  },
  'GET /api/boxes/:id': ({ sales, id }) => ok(boxShape(byId(sales.boxes, id, 'Box'))),
  'GET /api/users': ({ sales }) => ok({ data: sales.users.map(userShape) }),
  'POST /api/visits': startVisit,
  'GET /api/visits': ({ sales, query }) => {
    const location = query.get('location');
    return ok({ data: sales.visits.filter((one) => !location || one.location.id === location).map(visitShape) });
  },
  'GET /api/visits/:id': ({ sales, id }) => ok({ visit: visitShape(byId(sales.visits, id, 'Visit')) }),
  'POST /api/visits/:id/submit': submitVisit,
  'PATCH /api/visits/:id': (parts) => ok({ visit: visitShape(changeVisit(parts)) }),
  'PATCH /api/visits/:id/note': (parts) => ok({ visit: visitShape(changeVisit(parts)) }),
  'GET /api/deliveries': listDeliveries,
  'GET /api/deliveries/:id': ({ sales, id }) => ok(deliveryShape(byId(sales.deliveries, id, 'Delivery'))),
  'POST /api/deliveries': createDelivery,
  'PATCH /api/deliveries/:id': ({ sales, id, body }) => {
    const delivery = byId(sales.deliveries, id, 'Delivery');
    delivery.lines = readLines(sales, body.lines);
    return ok(deliveryShape(delivery));
  },
  'GET /api/reports/items-usage': () => ok({ data: [] }),
  'GET /api/reports/rep-productivity': () => ok({ data: [] }),
  'GET /api/reports/outcomes': () => ok({ data: {} }),
  'GET /api/exports/deliveries.csv': ({ sales }) => ({ status: 200, csv: deliveriesCsv(sales) }),
};
