import { planting, withPlanted } from '../../support/app/plantedSource';
import type * as Bundle from '../app/bundle';
import { type AppCode, bundleApp } from '../app/bundle';
import type * as Attack from './attack';
import { attack, type Kill, passes } from './attack';
import { MUTANTS } from './list';
import type { Mutant } from './mutant';

/*
 * A process that plants one bug after the other, at the request of its parent: a bug may run forever. The server runs
 * in this process, and its source is changed when it is loaded. The source of the app is changed in its bundle.
 */

export interface Order {
  /** Of the mutant in the list. */
  number: number;
  seed: number;
  writes: number;
}

/** What noticed a bug: `null` for nothing, 'invalid' for one with which the app does not open. */
export type Result = Kill | null | 'invalid';

/** `alarm`: a script that fails without the bug too, and says nothing about it. */
export type Report = { kind: 'script' } | { kind: 'alarm'; alarm: Kill } | { kind: 'result'; result: Result };

const say = (report: Report) => process.send?.(report);
const onScript = () => void say({ kind: 'script' });
let soundCode: Promise<AppCode> | null = null;
const sound = () => (soundCode ??= bundleApp());

async function resultOf({ number, seed, writes }: Order): Promise<Result> {
  const mutant = MUTANTS[number];
  if (!mutant) throw new Error(`There is no mutant ${number}`);
  const isOfApp = !mutant.file.startsWith('server/');
  const isTheBug = async (kill: Kill) => {
    const isPassed = isOfApp
      ? await passes(await sound(), kill)
      : await withServer([], (attacks, code) => attacks.passes(code, kill));
    if (!isPassed) say({ kind: 'alarm', alarm: kill });
    return isPassed;
  };
  const options = { seed, writes, onScript, isTheBug };
  if (isOfApp) return attack(await bundleApp([planting([mutant])]), mutant, options);
  return withServer([mutant], (attacks, code) => attacks.attack(code, mutant, options));
}

/** Loads the simulation and the server with the changes planted. */
function withServer<T>(
  changes: readonly Mutant[],
  work: (attacks: typeof Attack, code: AppCode) => Promise<T>,
): Promise<T> {
  return withPlanted(changes, async (load) => {
    const attacks = await load<typeof Attack>('/test/simulation/mutants/attack.ts');
    // The network knows requests by their class: the browser under the app must come from the same load.
    const bundle = await load<typeof Bundle>('/test/simulation/app/bundle.ts');
    try {
      return await work(attacks, await bundle.bundleApp());
    } finally {
      await attacks.closeServer();
    }
  });
}

process.on('message', (order: Order) => {
  resultOf(order).then(
    (result) => say({ kind: 'result', result }),
    (error: unknown) => {
      console.error(error);
      say({ kind: 'result', result: 'invalid' });
    },
  );
});
