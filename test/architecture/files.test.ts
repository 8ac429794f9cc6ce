import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, foldersOf, readText } from './sourceFiles';

const MAX_FILE_LINES = 250;
const MAX_COMMENT_COLUMNS = 120;
const MAX_README_LINES = 25;
/** What has a state diagram takes more words. */
const README_LINES: Record<string, number> = { 'src/offline/README.md': 80 };

/** A component may be shorter than other code: a file has one component. So may a file of tests. */
const MIN_MODULE_LINES = 25;
const MIN_COMPONENT_LINES = 15;
/** Short files that one file alone imports, each with the reason why it is not a part of that file. */
const SHORT_FILES: Record<string, string> = {
  'src/app/RecordingsRoute.tsx': 'a chunk of its own, loaded with the route',
  'src/app/StorageTimeoutPage.tsx': 'a page of its own, shown in place of the app',
  'src/app/appBadge.ts': 'gets the browser from its caller, so a test passes its own',
  'src/app/shareTabs.ts': 'a chunk of its own, loaded beside the first screen',
  'src/domain/company.ts': 'the address that a company replaces by its own',
  'src/features/dashboard/useAfterFirstPaint.ts': 'a mechanism of the browser, not of the dashboard',
  'src/offline/tabs/browserEvents.ts': 'gets the window from its caller, so a test passes its own',
  'src/recording/core/devtools.ts': 'the file format of another tool',
  'src/server/http/limits.ts': 'the options of Fastify that limit a request or a connection',
  'src/server/import/importedSalesRep.ts': 'the one account that no person uses',
  'src/server/maintenance.ts': 'runs beside the requests, by a timer',
  'src/server/routes/audit.ts': 'one file of routes for each noun',
  'src/server/routes/imports.ts': 'one file of routes for each noun',
  'src/server/routes/reports.ts': 'one file of routes for each noun',
  'src/server/routes/writes.ts': 'one file of routes for each noun',
  'src/state/device/refetchOnReconnect.ts': 'one file for each listener of the store',
  'src/state/outbox/sentChanges.ts': 'state is read in its own layer, not in the screen',
  'src/state/slices/locationsCache.ts': 'one file for each cache',
  'src/ui/TextArea.tsx': 'a part with a style sheet of its own',
  'test/spec/requirements/section1.ts': 'one file for each section of the specification',
  'test/spec/requirements/section6.ts': 'one file for each section of the specification',
};

const codeFiles = [...filesBelow('src', /\.(?:tsx?|css)$/), ...filesBelow('test', /\.tsx?$/), 'vite.config.ts'];
const lineCount = (file: string) => readText(file).trimEnd().split('\n').length;

test(`no file is longer than ${MAX_FILE_LINES} lines: split a longer one by what it is about`, () => {
  const long = codeFiles.filter((file) => lineCount(file) > MAX_FILE_LINES);
  expect(long.map((file) => `${file}: ${lineCount(file)} lines`)).toEqual([]);
});

/** The file that an import of another file means; `undefined` for a package. */
function importedFile(from: string, specifier: string): string | undefined {
  const path = join(dirname(from), specifier);
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => codeFiles.includes(file));
}

const minLines = (file: string) =>
  file.startsWith('src/') && file.endsWith('.ts') ? MIN_MODULE_LINES : MIN_COMPONENT_LINES;

test(`a file that one file alone imports has ${MIN_MODULE_LINES} lines, or a reason to stand alone`, () => {
  const importers = new Map<string, Set<string>>();
  for (const from of codeFiles) {
    for (const [, specifier = ''] of readText(from).matchAll(/(?:from|import)[ (]*'(\.[^']+)'/g)) {
      const file = importedFile(from, specifier);
      // A test of a file of src is no second use of it.
      if (!file || (file.startsWith('src/') && !from.startsWith('src/'))) continue;
      importers.set(file, (importers.get(file) ?? new Set()).add(from));
    }
  }
  const slivers = [...importers].filter(
    ([file, { size }]) => size === 1 && /\.tsx?$/.test(file) && lineCount(file) < minLines(file),
  );
  expect(slivers.map(([file]) => file).toSorted()).toEqual(Object.keys(SHORT_FILES));
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
  const readmes = [...foldersOf('src'), 'test', 'test/browser', 'test/support'].map((folder) => `${folder}/README.md`);
  expect(readmes.filter((readme) => !existsSync(readme))).toEqual([]);
  const all = new Set([...readmes, ...filesBelow('src', /README\.md$/)]);
  expect([...all].filter((readme) => lineCount(readme) > (README_LINES[readme] ?? MAX_README_LINES))).toEqual([]);
});

test(`a comment ends at ${MAX_COMMENT_COLUMNS} columns, where the formatter breaks code`, () => {
  const isTooLong = (line: string) => line.length > MAX_COMMENT_COLUMNS && /^\s*(?:\/?\*|\/\/)/.test(line);
  expect(codeFiles.filter((file) => readText(file).split('\n').some(isTooLong))).toEqual([]);
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
