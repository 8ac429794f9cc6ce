import type { Account } from '../../browser/startServer';
import { callerOf } from '../../support/server/callerOf';

/** What a visit of the measure has. */
export const BOXES = 5;
export const LINES = 4;

/** A location with its boxes, and items for their lines, by id. */
export interface MadeLocation {
  locationId: string;
  boxIds: string[];
  itemIds: string[];
}

type Made = Record<string, unknown> & { _id: string };

/** Makes a location of five boxes; with history its boxes took four lines each at an earlier visit of somebody else. */
export async function makeLocation(
  url: string,
  accounts: Account[],
  name: string,
  hasHistory: boolean,
): Promise<MadeLocation> {
  const admin = accounts.find(({ email }) => email.startsWith('admin'));
  const [, earlier] = accounts.filter(({ email }) => !email.startsWith('admin'));
  if (!admin || !earlier) throw new Error('The demo has no admin and no second rep');
  const { call: asAdmin } = await callerOf(url, admin);
  const location = await asAdmin<Made>('createLocation', {}, { name, address: {}, boxCount: BOXES });
  const all = await asAdmin<(Made & { location: Made })[]>('listBoxes', {});
  const boxIds = all.filter((box) => box.location._id === location._id).map(({ _id }) => _id);
  const active = (await asAdmin<(Made & { active: boolean })[]>('listItems', {})).filter((item) => item.active);
  const itemIds = active.map(({ _id }) => _id);
  const made = { locationId: location._id, boxIds, itemIds: itemIds.slice(0, LINES) };
  if (!hasHistory) return made;
  const { call: asRep } = await callerOf(url, earlier);
  const visit = await asRep<Made>('startVisit', {}, { location: location._id });
  for (const [at, box] of boxIds.entries()) {
    const lines = itemIds.slice(at * LINES, (at + 1) * LINES).map((item) => ({ item, quantity: 3, packaging: 'each' }));
    await asRep('createDelivery', {}, { location: location._id, box, visit: visit._id, lines });
  }
  await asRep('submitVisit', { id: visit._id }, { outcome: 'completed' });
  return made;
}
