import { type Responses, aRep, json, signedIn } from './openApp';
import { noNetwork } from './device';

/** One store with two boxes and three items, and a visit of Ana's to it, as the calls return them. */
export const location = { _id: 'l1', name: 'Corner Pantry', address: { street: '1 Main St', city: 'Ames' } };
export const boxes = [
  { _id: 'b1', label: 'Cooler', size: 'S', location },
  { _id: 'b2', label: 'Shelf', size: 'XL', location },
];
export const items = [
  { _id: 'i1', name: 'Cola', sku: 'C1', packaging: 'each', price: 1.25, pricePerPack: 10.5, active: true },
  { _id: 'i2', name: 'Chips', sku: 'C2', packaging: 'case', price: 2, pricePerPack: 18, active: true },
  { _id: 'i3', name: 'Old soda', sku: 'C3', packaging: 'each', price: 1, active: false },
];
export const visit = {
  _id: 'v1',
  rep: { _id: aRep._id, name: aRep.name },
  location,
  outcome: null as string | null,
  note: '',
  startedAt: '2026-11-20T15:00:00.000Z',
  submittedAt: null as string | null,
};

export function aDelivery(changes: object = {}) {
  const line = { item: items[0], packaging: 'each', quantity: 3, unitPrice: 1.25, lineTotal: 3.75 };
  return {
    _id: 'd1',
    visit: { _id: 'v1', rep: visit.rep, outcome: null, note: '' },
    repName: aRep.name,
    location,
    box: boxes[0],
    lines: [line],
    deliveredAt: '2026-11-20T15:10:00.000Z',
    createdAt: '2026-11-20T15:11:00.000Z',
    total: 3.75,
    ...changes,
  };
}

/** The server of that store, with Ana signed in; the given responses take precedence. */
export function locationVisit(responses: Responses = {}): Responses {
  return {
    ...signedIn(aRep),
    'GET /health': () => json({ ok: true }),
    'GET /locations': () => json([location]),
    'GET /boxes': () => json(boxes),
    'GET /boxes/b1': () => json(boxes[0]),
    'GET /items': () => json(items),
    'GET /visits': () => json([]),
    'GET /visits/v1': () => json({ visit }),
    'GET /deliveries': () => json({ data: [] }),
    ...responses,
  };
}

/** A call that never gets a response. */
export const unreachable = () => noNetwork();
