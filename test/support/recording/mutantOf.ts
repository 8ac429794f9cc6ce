import type { SourceChange } from '../app/plantedSource';
import { MUTANTS } from '../../simulation/mutants/list';

/** The change of the source that plants a bug of the mutant list, by the bug's name. */
export function mutantOf(named: string): SourceChange {
  const mutant = MUTANTS.find(({ bug }) => bug === named);
  if (!mutant) throw new Error(`The simulation plants no bug named: ${named}`);
  const { file, find, replace } = mutant;
  return { file, find, replace };
}
