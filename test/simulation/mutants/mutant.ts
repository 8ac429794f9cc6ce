import type { SourceChange } from '../../support/app/plantedSource';

/** A bug to plant: one small change of the source, for one run. */
export interface Mutant extends SourceChange {
  bug: string;
}

type Row = readonly [file: string, bug: string, find: string, replace: string];

/** Mutants below a folder of `src`: file, bug, the text to find, and its replacement. */
export const below = (folder: string, rows: readonly Row[]): Mutant[] =>
  rows.map(([file, bug, find, replace]) => ({ bug, file: `${folder}/${file}`, find, replace }));
