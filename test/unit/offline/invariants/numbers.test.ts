// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Those of the README. */
const INVARIANTS = Array.from({ length: 38 }, (_, n) => n + 1);

it('each invariant has a test that begins with its number', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const numbers = texts.flatMap((text) =>
    [...text.matchAll(/\bit(?:\.each\([\s\S]*?\))?\(\s*['"](\d+) /g)].map(([, number]) => Number(number)),
  );
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(INVARIANTS);
});
