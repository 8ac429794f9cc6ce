import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, readText } from './sourceFiles';

/** What a person reads to find commands and files. */
const documents = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...filesBelow('docs', /\.md$/),
  ...filesBelow('test', /README\.md$/),
  ...filesBelow('src', /README\.md$/),
];

/** A command in a sentence, or in a block of commands. */
const COMMAND = /(?:`|^ {4}|&& )npm (?:run )?([\w:]+)/gm;

/** Commands that npm has without a script. */
const OWN_COMMANDS = ['ci', 'audit'];

/** The part of README.md below one of its headings. */
function section(heading: string): string {
  const [, ...rest] = readText('README.md').split(`## ${heading}\n`);
  return rest.join('').split('\n## ')[0] ?? '';
}

/** Each match of the expression in a document, with the document. */
const namedBy = (expression: RegExp) =>
  documents.flatMap((document) =>
    [...readText(document).matchAll(expression)].map(([, name = '']) => ({ document, name })),
  );

test('every file that a document names exists', () => {
  const named = namedBy(/`((?:src|test|docs|public|\.ci)\/[\w./-]*|\w+\.(?:html|json))`/g);
  expect(named.length).toBeGreaterThan(10);
  const isThere = (document: string, name: string) => existsSync(name) || existsSync(join(dirname(document), name));
  expect(named.filter(({ document, name }) => !isThere(document, name))).toEqual([]);
});

test('every source file that a README of src names exists, by the end of its path', () => {
  const files = [...filesBelow('src', /\.tsx?$/), ...filesBelow('test', /\.tsx?$/), 'vite.config.ts'];
  const named = namedBy(/`([\w./]*\w\.tsx?)`/g).filter(({ document }) => document.startsWith('src/'));
  expect(named.length).toBeGreaterThan(50);
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
});

test('the table "Where do I find" answers with files', () => {
  const rows = section('Where do I find')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter((row) => !/`(?:src|test)\//.test(row))).toEqual([]);
});

test('every command that a document names is a script of package.json', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const named = namedBy(COMMAND);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !OWN_COMMANDS.includes(name) && !(name in scripts))).toEqual([]);
});

test('every script of package.json stands in a document', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const named = new Set(namedBy(COMMAND).map(({ name }) => name));
  expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([]);
});

test('every figure of docs/performance.md names the command that prints it', () => {
  const tables = readText('docs/performance.md')
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter(([head = '']) => /Measured|Result/.test(head));
  expect(tables).toHaveLength(3);
  const rows = tables.flatMap(([, , ...figures]) => figures);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !/`npm run [\w:]+/.test(row))).toEqual([]);
});
