import { expect, test } from 'vitest';
import { idTag, invalidatesOnSuccess, invalidatesRecord, listTag } from '../../../src/api/api';
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
