import { type CallName, calls } from '../../../src/contract/calls';
import { API_BASE_PATH } from '../../../src/domain/constants';
import type { Account } from '../../browser/startServer';

/** What a visit of the measure has. */
export const BOXES = 5;
export const LINES = 4;

type Made = Record<string, unknown> & { _id: string };

/** Signs in and gives a way to make calls as that person; throws on anything but a success. */
async function callerOf(address: string, { email, password }: Account) {
  let cookie = '';
  const call = async <T>(name: CallName, params: Record<string, string>, body?: unknown): Promise<T> => {
    const { method, path } = calls[name];
    const filled = Object.entries(params).reduce<string>((text, [key, value]) => text.replace(`:${key}`, value), path);
    const response = await fetch(address + API_BASE_PATH + filled, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  await call('login', {}, { email, password });
  return call;
}

/** Makes a location of five boxes; with history its boxes took four lines each at an earlier visit of somebody else. */
export async function makePlace(address: string, accounts: Account[], name: string, hasHistory: boolean) {
  const admin = accounts.find(({ email }) => email.startsWith('admin'));
  const [, earlier] = accounts.filter(({ email }) => !email.startsWith('admin'));
  if (!admin || !earlier) throw new Error('The demo has no admin and no second rep');
  const asAdmin = await callerOf(address, admin);
  const place = await asAdmin<Made>('createLocation', {}, { name, address: {}, boxCount: BOXES });
  if (!hasHistory) return;
  const asRep = await callerOf(address, earlier);
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
