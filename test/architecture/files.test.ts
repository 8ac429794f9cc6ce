import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, foldersOf, readText } from './sourceFiles';

const MAX_FILE_LINES = 250;
const MAX_README_LINES = 25;
/** What has a state diagram takes more words. */
const README_LINES: Record<string, number> = { 'src/offline/README.md': 80, 'src/server/README.md': 45 };

const codeFiles = [...filesBelow('src', /\.(?:tsx?|css)$/), ...filesBelow('test', /\.tsx?$/), 'vite.config.ts'];
const lineCount = (file: string) => readText(file).trimEnd().split('\n').length;

test(`no file is longer than ${MAX_FILE_LINES} lines: split a longer one by what it is about`, () => {
  const long = codeFiles.filter((file) => lineCount(file) > MAX_FILE_LINES);
  expect(long.map((file) => `${file}: ${lineCount(file)} lines`)).toEqual([]);
});

test('a file is named after what is in it, not index, utils, helpers, misc or common', () => {
  const vague = codeFiles.filter((file) => /^(?:index|utils?|helpers?|misc|common)\.\w+$/i.test(basename(file)));
  expect(vague.filter((file) => file !== 'src/contract/common.ts')).toEqual([]);
});

test('a file is named in camelCase, or in PascalCase where it is a component', () => {
  const named = /^[A-Za-z][A-Za-z0-9]*(?:\.(?:test|spec|config|module|d))?\.(?:ts|tsx|css)$/;
  expect(codeFiles.filter((file) => !named.test(basename(file)))).toEqual([]);
});

test(`every layer folder says in a README of at most ${MAX_README_LINES} lines what lives there`, () => {
  const readmes = [...foldersOf('src'), 'test', 'test/browser'].map((folder) => `${folder}/README.md`);
  expect(readmes.filter((readme) => !existsSync(readme))).toEqual([]);
  expect(readmes.filter((readme) => lineCount(readme) > (README_LINES[readme] ?? MAX_README_LINES))).toEqual([]);
});

test('nothing is left for later and no check is switched off', () => {
  const escapes =
    /\b(?:TODO|FIXME|XXX)\b|@ts-(?:ignore|nocheck|expect-error)|biome-ignore(?! format)|(?:eslint|oxlint)-disable/;
  const here = 'test/architecture/files.test.ts';
  expect(codeFiles.filter((file) => file !== here && escapes.test(readText(file)))).toEqual([]);
});

test('no test is skipped, focused or kept for later', () => {
  const switched = /\b(?:test|it|describe)\.(?:skip|only|todo|fixme|skipIf|runIf|fails)\b/;
  const tests = filesBelow('test', /\.(?:test|spec)\.tsx?$/);
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((file) => switched.test(readText(file)))).toEqual([]);
});
