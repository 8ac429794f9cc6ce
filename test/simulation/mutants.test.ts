import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planting } from '../support/app/plantedSource';
import { MUTANTS } from './mutants/list';

describe('The bugs that `npm run simulate:mutants` plants', () => {
  it.each(MUTANTS)('have a line in the source: $bug', (mutant) => {
    expect(() => planting([mutant])).not.toThrow();
  });

  it('are over 200, about two fifths of them outside the queue', () => {
    const outside = MUTANTS.filter(({ file }) => !file.startsWith('offline/'));

    expect(MUTANTS.length).toBeGreaterThan(200);
    expect(outside.length).toBeGreaterThanOrEqual(MUTANTS.length * 0.38);
  });

  it('name tests that exist', () => {
    const tests = MUTANTS.flatMap(({ test }) => test ?? []);

    expect(tests.length).toBeGreaterThan(20);
    expect(tests.filter((test) => !existsSync(`test/unit/${test}`))).toEqual([]);
  });

  it('have names of their own', () => {
    expect(new Set(MUTANTS.map(({ bug }) => bug)).size).toBe(MUTANTS.length);
  });
});
