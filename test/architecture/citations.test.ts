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

test('every document that a comment or a README names is in the repository', () => {
  const named = files.flatMap((file) =>
    [...readText(file).matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ file, name }) => !leadsSomewhere(file, name))).toEqual([]);
});
