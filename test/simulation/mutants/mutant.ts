import type { SourceChange } from '../../support/app/plantedSource';

/** A bug to plant: one small change of the source, for one run. */
export interface Mutant extends SourceChange {
  bug: string;
  /**
   * The test file below test/unit that must fail, for a bug that random scripts rarely reach; else the simulation must.
   */
  test: string | null;
}

type Row = readonly [file: string, bug: string, find: string, replace: string, test?: string];

/** Mutants below a folder of `src`: file, bug, the text to find, its replacement, and the test if there is one. */
export const below = (folder: string, rows: readonly Row[]): Mutant[] =>
  rows.map(([file, bug, find, replace, test = null]) => ({ bug, file: `${folder}/${file}`, find, replace, test }));
