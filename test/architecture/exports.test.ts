import { expect, test } from 'vitest';
import { exportsOf, filesBelow } from './sourceFiles';

test('no two files of src export the same name, so that a search for a name ends in one file', () => {
  const owners = new Map<string, string[]>();
  for (const file of filesBelow('src', /\.tsx?$/)) {
    for (const name of exportsOf(file)) owners.set(name, [...(owners.get(name) ?? []), file]);
  }
  const shared = [...owners].filter(([, files]) => files.length > 1);
  expect(shared.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([]);
});

test('the check reads functions, constants, types and names taken out of an object', () => {
  expect(exportsOf('src/api/usersApi.ts')).toContain('useListUsersQuery');
  expect(exportsOf('src/api/usersApi.ts')).toContain('UserChange');
  expect(exportsOf('src/api/tags.ts')).toEqual(expect.arrayContaining(['TAGS', 'invalidatesOnSuccess']));
});
