import type { Delivery } from '../../../src/contract/deliveries';
import type { Visit } from '../../../src/contract/visits';
import type { Database } from '../../../src/server/db/database';
import { aBox, aLocation, anItem } from './builders';
import type { Caller } from './harness';

/** A location with boxes, and one item at $1.50 the piece and $15.00 the pack. */
export async function aStockedLocation(db: Database, given: { boxes?: number; name?: string } = {}) {
  const location = await aLocation(db, given.name === undefined ? {} : { name: given.name });
  const boxIds: string[] = [];
  for (let position = 1; position <= (given.boxes ?? 2); position += 1) {
    boxIds.push((await aBox(db, { locationId: location.id, position })).id);
  }
  const item = await anItem(db);
  return { locationId: location.id, boxIds, itemId: item.id };
}

export type StockedLocation = Awaited<ReturnType<typeof aStockedLocation>>;

/** The body of a delivery of two pieces to one of the boxes of the location, counted from 0. */
export function deliveryBody(store: StockedLocation, box: number, visit?: string) {
  return {
    repName: 'whoever the screen says',
    location: store.locationId,
    box: store.boxIds[box] ?? '',
    lines: [{ item: store.itemId, quantity: 2, packaging: 'each' }],
    ...(visit !== undefined && { visit }),
  };
}

/** Starts (or continues) a visit through the call. */
export async function startVisit(
  caller: Caller,
  store: StockedLocation,
  headers: Record<string, string> = {},
): Promise<Visit> {
  const response = await caller.post('/api/visits', { location: store.locationId }, headers);
  return response.json() as Visit;
}

/** Delivers to a box through the call, which must succeed. */
export async function deliver(caller: Caller, store: StockedLocation, box: number, visit?: string): Promise<Delivery> {
  const response = await caller.post('/api/deliveries', deliveryBody(store, box, visit));
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json() as Delivery;
}
