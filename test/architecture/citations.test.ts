import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { INVARIANTS } from '../simulation/oracle/violation';
import { deviations } from '../spec/requirements/deviations';
import { filesBelow, invariantNumbers, readText } from './sourceFiles';

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

/** The numbers after "invariant" or "deviation", such as `16`, `34` and `35`, or `T3`. The line may end in between. */
const citedIn = (text: string) =>
  [...text.matchAll(/\b(?:invariant|deviation)s?[\s*/]+(T?\d+(?:(?:, | and |–)T?\d+)*)/gi)].flatMap(
    ([, numbers = '']) => numbers.match(/T?\d+/g) ?? [],
  );

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

test('every invariant and deviation that a comment, a README or a check of the oracle cites is listed', () => {
  const listed = [...invariantNumbers().map(String), ...Object.keys(deviations).map((key) => key.split('.')[0])];
  const inOracle = Object.entries(INVARIANTS)
    .filter(([name]) => name !== 'tables')
    .flatMap(([, text]) => text.split('; ').map((part) => `the oracle: ${part.split(' ')[0]}`));
  const inTexts = files.flatMap((file) =>
    proseOf(file)
      .flatMap(citedIn)
      .map((number) => `${file}: ${number}`),
  );
  const cited = [...inTexts, ...inOracle];
  expect(cited.length).toBeGreaterThan(80);
  expect(cited.filter((one) => !listed.includes(one.split(': ')[1] ?? ''))).toEqual([]);
});

test('no comment and no README cites a model of the queue: the repository has none', () => {
  const citing = files.filter((file) => proseOf(file).some((text) => /offline\s+(?:\*\s+)?model/i.test(text)));
  expect(citing).toEqual([]);
});

test('the check reads comments of both kinds, and finds the names of files and the numbers in them', () => {
  expect(namedIn('// As `offline/entry.ts` does; `App.tsx` too.')).toEqual(['offline/entry.ts', 'App.tsx']);
  expect(namedIn('A text `d.css` and src/offline/entry.ts')).toEqual([]);
  expect(citedIn('/** As invariants 34\n * and 35. By deviation\n * T3, Invariant 7 */')).toEqual(['34', 'T3', '7']);
  expect(proseOf('test/architecture/citations.test.ts').some((text) => text.includes('a README'))).toBe(true);
});
