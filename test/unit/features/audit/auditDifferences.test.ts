import { expect, test } from 'vitest';
import { differencesOf } from '../../../../src/features/audit/auditDifferences';

test('of a whole thing before and after, only what differs is shown', () => {
  const user = { _id: 'u1', name: 'Ada', roles: ['rep'], active: true };
  expect(differencesOf(user, { ...user, roles: ['rep', 'admin'] })).toEqual([
    { field: 'Roles', before: 'rep', after: 'rep, admin' },
  ]);
});

test('an entry that holds the changed fields alone reads the same', () => {
  expect(differencesOf({ roles: ['rep'] }, { roles: ['rep', 'admin'] })).toEqual([
    { field: 'Roles', before: 'rep', after: 'rep, admin' },
  ]);
});

test('a side of which nothing is recorded stays empty', () => {
  expect(differencesOf(null, { ip: '127.0.0.1' })).toEqual([{ field: 'Address', before: null, after: '127.0.0.1' }]);
});
