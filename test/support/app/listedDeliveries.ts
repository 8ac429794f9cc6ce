import { type Responses, aRep, json, signedIn } from './openApp';

export const aListedDelivery = (_id: string, visit: object | null, total: number) => ({
  _id,
  visit,
  repName: 'Ben',
  location: { _id: 'l1', name: 'Corner Pantry' },
  box: { _id: `b-${_id}`, label: 'Box' },
  lines: [],
  deliveredAt: '2026-03-01T10:00:00Z',
  createdAt: '2026-03-01T10:00:00Z',
  total,
});
const visit = { _id: 'v1', rep: { name: 'Ben' }, outcome: 'no_access', note: 'Door locked' };
const page = [aListedDelivery('d1', visit, 1.1), aListedDelivery('d2', visit, 2.2), aListedDelivery('d3', null, 5)];

/** A server that lists three deliveries on each of three pages, and the queries that it received. */
export function listedDeliveries() {
  const queries: URLSearchParams[] = [];
  const responses: Responses = {
    ...signedIn(aRep),
    'GET /locations': () => json([{ _id: 'l1', name: 'Corner Pantry' }]),
    'GET /users': () => json([{ _id: 'u7', name: 'Ben', email: 'b@x.y', roles: ['rep', 'admin'], active: true }]),
    'GET /deliveries': (request) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const number = Number(query.get('page'));
      return json({ data: page, pageInfo: { page: number, limit: 25, total: 58, hasMore: number < 3 } });
    },
  };
  return { responses, queries, lastQuery: () => Object.fromEntries(queries.at(-1) ?? []) };
}
