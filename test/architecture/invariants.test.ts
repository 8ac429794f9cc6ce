import { expect, test } from 'vitest';
import { filesBelow, invariantNumbers, readText } from './sourceFiles';

const FOLDER = 'test/unit/offline/invariants';

/** Where a test begins, and its name: that of `it.each` follows the cases. */
const BEGINNING = /^ *(?:it|test)\b(?! ?=)/gm;
const NAMED = /^ *(?:it|test)(?:\.each(?:<[\s\S]*?>)?\([\s\S]*?\))?\(\s*(['"`])(.*?)\1/gm;

const texts = filesBelow(FOLDER, /\.test\.ts$/).map(readText);
const names = texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, , name = '']) => name));

test('the invariants are numbered from 1 without a gap', () => {
  expect(invariantNumbers()).toEqual(invariantNumbers().map((_, index) => index + 1));
});

test('every test in the folder of the invariants begins with a number', () => {
  expect(names).toHaveLength(texts.flatMap((text) => text.match(BEGINNING) ?? []).length);
  expect(names.filter((name) => !/^\d+ /.test(name))).toEqual([]);
});

test('each invariant has a test that begins with its number, and no test has another number', () => {
  const numbers = new Set(names.map((name) => Number.parseInt(name, 10)));
  expect([...numbers].sort((a, b) => a - b)).toEqual(invariantNumbers());
});
