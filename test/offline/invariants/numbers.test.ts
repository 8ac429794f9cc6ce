// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const INVARIANTS = 28;

it('each of the 28 invariants has a test that begins with its number', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const numbers = texts.flatMap((text) =>
    [...text.matchAll(/\bit(?:\.each\([\s\S]*?\))?\(\s*['"](\d+) /g)].map(([, number]) => Number(number)),
  );
  const expected = Array.from({ length: INVARIANTS }, (_, n) => n + 1);
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(expected);
});
