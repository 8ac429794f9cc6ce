import type { SourceChange } from '../setup/plantedSource';

/** A bug to plant: one small change of the source, for one run. */
export interface Tooth extends SourceChange {
  bug: string;
}

/** One below src/offline. */
export const offline = (file: string, bug: string, find: string, replace: string): Tooth => ({
  bug,
  file: `offline/${file}`,
  find,
  replace,
});
