import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readText } from './sourceFiles';

/** The part of README.md below one of its headings. */
function section(heading: string): string {
  const [, ...rest] = readText('README.md').split(`## ${heading}\n`);
  return rest.join('').split('\n## ')[0] ?? '';
}

test('every file that the README names exists', () => {
  const named = [...readText('README.md').matchAll(/`((?:src|test|public|\.ci)\/[\w./-]*|\w+\.(?:ts|html|json))`/g)];
  const files = named.map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('the table "Where do I find" answers with files', () => {
  const rows = section('Where do I find')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter((row) => !/`(?:src|test)\//.test(row))).toEqual([]);
});

test('every command that the README names is a script of package.json', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const named = [...readText('README.md').matchAll(/`npm (?:run )?([\w:]+)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([]);
});
