import type { SourceChange } from '../setup/plantedSource';
import { teeth } from '../simulation/teeth';

/** The change of the source that plants one of the simulation's bugs. */
export function toothOf(named: string): SourceChange {
  const tooth = teeth.find(({ bug }) => bug === named);
  if (!tooth) throw new Error(`The simulation plants no bug named: ${named}`);
  const { file, find, replace } = tooth;
  return { file, find, replace };
}
