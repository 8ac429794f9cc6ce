import { configureStore } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { api } from '../../../src/api/api';
import type { HttpResponse } from '../../../src/api/client/transport';
import { itemsApi } from '../../../src/api/itemsApi';
import { idTag, invalidatesOnSuccess, invalidatesRecord, listTag } from '../../../src/api/tags';
import type { Queued } from '../../../src/api/client/writes';

const error = { kind: 'network', reason: 'network' };
const queued: Queued = { queued: true, id: 'w1', localId: 'local-1' };
const changed = invalidatesRecord('Visits', 'Reports');

test('a write invalidates its tags when the server has carried it out, not when it failed or was queued', () => {
  const stale = invalidatesOnSuccess(listTag('Visits'), 'Reports');
  expect(stale({ _id: 'v1' }, undefined)).toEqual([{ type: 'Visits', id: 'LIST' }, 'Reports']);
  expect(stale(undefined, error)).toEqual([]);
  expect(stale(queued, undefined)).toEqual([]);
});

test('a change of one record invalidates that record and the lists, not the other records of its noun', () => {
  expect(changed({ _id: 'v1' }, undefined, { id: 'v1' })).toEqual([
    idTag('Visits', 'v1'),
    listTag('Visits'),
    'Reports',
  ]);
  expect(changed(queued, undefined, { id: 'v1' })).toEqual([]);
  expect(changed(undefined, error, { id: 'v1' })).toEqual([]);
});

test('a change requested by a local id invalidates the id that the server gave', () => {
  expect(changed({ _id: 'v1' }, undefined, { id: 'local-1' })).toContainEqual(idTag('Visits', 'v1'));
});

test('a response without an id invalidates the id of the request', () => {
  expect(changed(null, undefined, { id: 'v1' })).toContainEqual(idTag('Visits', 'v1'));
  expect(changed({ _id: '' }, undefined, { id: 'v1' })).toContainEqual(idTag('Visits', 'v1'));
});

test('a list that was requested before a write is requested again after it', async () => {
  const respond: ((response: HttpResponse) => void)[] = [];
  const transport = () => new Promise<HttpResponse>((resolve) => void respond.push(resolve));
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { transport, now: Date.now } } }).concat(api.middleware),
  });
  const first = store.dispatch(itemsApi.endpoints.listItems.initiate());
  store.dispatch(api.util.invalidateTags([listTag('Items')]));
  expect(respond).toHaveLength(1);
  respond[0]?.({ ok: true, status: 200, data: [] });
  await first;
  await expect.poll(() => respond.length).toBe(2);
});
