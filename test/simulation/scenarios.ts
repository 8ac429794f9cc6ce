import scenarios from './scenarios.json';
import { INVARIANTS, type InvariantName } from './oracle/violation';

/** A sequence that broke a promise, once or with a planted bug, as a script that shows it. */
export interface Scenario {
  scenario: string;
  /** The check that it broke. */
  invariant: InvariantName;
  script: string;
  seed: number;
}

const isInvariant = (name: string): name is InvariantName => name in INVARIANTS;

/** The seed of a script that names none. */
export const SCENARIO_SEED = 1;

/** Every such sequence that a script can reach. */
export const SCENARIOS: readonly Scenario[] = scenarios.map(({ scenario, invariant, script, seed = SCENARIO_SEED }) => {
  if (!isInvariant(invariant)) throw new Error(`There is no check ${invariant}`);
  return { scenario, invariant, script, seed };
});
