import type { SourceChange } from '../../setup/plantedSource';

export interface Mutant extends SourceChange {
  bug: string;
}

export const MUTANTS: readonly Mutant[] = [];
