import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, readText } from './sourceFiles';

const files = [
  'README.md',
  'vite.config.ts',
  ...filesBelow('src', /\.(?:tsx?|css|md)$/),
  ...filesBelow('test', /\.(?:tsx?|css|md)$/),
];

/** Whether a name found in a file leads somewhere: from the file's own folder, from `src`, or from the root. */
const leadsSomewhere = (file: string, name: string) =>
  [dirname(file), 'src', '.'].some((from) => existsSync(join(from, name)));

/** Whether a file has this name or this end of its path. */
const isFile = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));

/** The comments of a source file; the whole text of a README. */
const proseOf = (file: string) =>
  file.endsWith('.md') ? [readText(file)] : (readText(file).match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g) ?? []);

/** The source files that a text names, such as `offline/entry.ts`. */
const namedIn = (text: string) => [...text.matchAll(/`([\w./-]*\w\.tsx?)`/g)].map(([, name = '']) => name);

test('every document that a comment or a README names is in the repository', () => {
  const named = files.flatMap((file) =>
    [...readText(file).matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ file, name }) => !leadsSomewhere(file, name))).toEqual([]);
});

test('every source file that a comment or a README names is in the repository', () => {
  const named = files.flatMap((file) =>
    proseOf(file)
      .flatMap(namedIn)
      .map((name) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file, name }) => !leadsSomewhere(file, name) && !isFile(name))).toEqual([]);
});

test('comments cite invariants and deviations by number, and no model that is not in the repository', () => {
  const citing = files.filter((file) => proseOf(file).some((text) => /offline\s+(?:\*\s+)?model/i.test(text)));
  expect(citing).toEqual([]);
});

test('the check reads comments of both kinds, and finds the names of files in them', () => {
  expect(namedIn('// As `offline/entry.ts` does; `App.tsx` too.')).toEqual(['offline/entry.ts', 'App.tsx']);
  expect(namedIn('A text `d.css` and src/offline/entry.ts')).toEqual([]);
  expect(proseOf('test/architecture/citations.test.ts').some((text) => text.includes('a README'))).toBe(true);
});
