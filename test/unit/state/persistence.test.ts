// @vitest-environment node
import { beforeEach, expect, test } from 'vitest';
import type { AppStore } from '../../../src/state/root/types';
import { aDevice, type Device } from '../../support/app/device';
import { aRep } from '../../support/app/openApp';

/** Slices that are kept for good. Every other stored slice has a shape number. */
const FOR_GOOD = ['session', 'device', 'drafts'];

const anItem = { _id: 'i1', name: 'Cola', packaging: 'case', price: 2, active: true };
const aDraft = { form: 'new item', value: { name: 'Gum' }, savedAt: 1, outcome: null };

let device: Device;
beforeEach(() => {
  device = aDevice('http://server.test');
});

/** Stores a slice as redux-persist does: every field and the mark as a text of its own. */
function store(key: string, fields: object, mark: object = {}): void {
  const parts = { ...fields, _persist: { version: 1, rehydrated: true, ...mark } };
  const texts = Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]);
  device.caches.set(`persist:${key}`, JSON.stringify(Object.fromEntries(texts)));
}

function storeItems(mark: object): void {
  store('itemsCache', { byKey: { all: { value: [anItem], savedAt: 5, pricesAsOf: null } } }, mark);
}

const flush = (app: AppStore) => app.dispatch((_dispatch, _getState, extra) => extra.flush());
const markOf = (key: string) => {
  const stored = JSON.parse(device.caches.get(`persist:${key}`) ?? '{}') as { _persist?: string };
  return JSON.parse(stored._persist ?? '{}') as object;
};

test('a cache with another shape number is dropped; drafts and session are read', async () => {
  storeItems({ shape: 0 });
  device.caches.set('draft:w1', JSON.stringify(aDraft));
  store('session', { user: aRep, signOutPending: false, isDeactivated: false, cacheOwnerId: aRep._id }, { shape: 0 });
  const { itemsCache, drafts, session } = (await device.open()).getState();
  expect(itemsCache.byKey).toEqual({});
  expect(drafts.w1).toMatchObject(aDraft);
  expect(session).toMatchObject({ user: aRep, cacheOwnerId: aRep._id });
});

test('a cache that was stored without a shape number has the first shape', async () => {
  storeItems({});
  const { itemsCache } = (await device.open()).getState();
  expect(itemsCache.byKey.all).toMatchObject({ value: [{ _id: 'i1', name: 'Cola', price: 2 }], savedAt: 5 });
});

test('a slice that is not kept for good is stored at version 1 with its shape number, and restored after a restart', async () => {
  storeItems({});
  const app = await device.open();
  await flush(app);
  const stored = Object.entries(app.getState()).filter(([, slice]) => slice && '_persist' in slice);
  const caches = stored.map(([key]) => key).filter((key) => !FOR_GOOD.includes(key));
  expect(caches).toContain('lastTakenCache');
  for (const cache of caches) expect({ cache, ...markOf(cache) }).toMatchObject({ version: 1, shape: 1 });
  expect(markOf('session')).not.toHaveProperty('shape');
  expect((await device.open()).getState().itemsCache.byKey.all?.value).toHaveLength(1);
});

test('damaged values of a cache are parsed like a damaged response', async () => {
  const damaged = { l1: { value: [{ label: 'no id' }, null, { _id: 'b1' }], savedAt: 5 }, l2: 'not a value', l3: null };
  store('boxesCache', { byKey: damaged });
  store('visitsCache', { byKey: { v1: { value: { note: 'no id' }, savedAt: 5 } } });
  const { boxesCache, visitsCache } = (await device.open()).getState();
  expect(visitsCache.byKey).toEqual({});
  expect(boxesCache.byKey).toEqual({ l1: { value: [expect.objectContaining({ _id: 'b1', label: '' })], savedAt: 5 } });
});

test('a session and a report stored under the names of an earlier build are read', async () => {
  store('session', { user: null, signOutOwed: true, isDeactivated: false, cachesOf: 'u7' });
  const report = { query: { from: '2026-11-01' }, answer: [{ name: 'Cola', quantity: 3, amount: 6 }] };
  store('itemsUsageCache', { byKey: { key: { value: report, savedAt: 5 } } });
  const { session, itemsUsageCache } = (await device.open()).getState();
  expect(session).toMatchObject({ signOutPending: true, cacheOwnerId: 'u7' });
  expect(itemsUsageCache.byKey.key?.value).toEqual({ query: report.query, response: report.answer });
});
