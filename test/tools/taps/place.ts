import type { Account } from '../../browser/startServer';
import { callerOf } from '../../support/server/callerOf';

/** What a visit of the measure has. */
export const BOXES = 5;
export const LINES = 4;

type Made = Record<string, unknown> & { _id: string };

/** Makes a location of five boxes; with history its boxes took four lines each at an earlier visit of somebody else. */
export async function makePlace(address: string, accounts: Account[], name: string, hasHistory: boolean) {
  const admin = accounts.find(({ email }) => email.startsWith('admin'));
  const [, earlier] = accounts.filter(({ email }) => !email.startsWith('admin'));
  if (!admin || !earlier) throw new Error('The demo has no admin and no second rep');
  const { call: asAdmin } = await callerOf(address, admin);
  const place = await asAdmin<Made>('createLocation', {}, { name, address: {}, boxCount: BOXES });
  if (!hasHistory) return;
  const { call: asRep } = await callerOf(address, earlier);
  const visit = await asRep<Made>('startVisit', {}, { location: place._id });
  const all = await asRep<(Made & { location: Made })[]>('listBoxes', {});
  const items = (await asRep<(Made & { active: boolean })[]>('listItems', {})).filter(({ active }) => active);
  for (const [at, box] of all.filter(({ location }) => location._id === place._id).entries()) {
    const lines = items
      .slice(at * LINES, (at + 1) * LINES)
      .map(({ _id }) => ({ item: _id, quantity: 3, packaging: 'each' }));
    await asRep('createDelivery', {}, { location: place._id, box: box._id, visit: visit._id, lines });
  }
  await asRep('submitVisit', { id: visit._id }, { outcome: 'completed' });
}
