import { planting, withPlanted } from '../../setup/plantedSource';
import type * as Attack from './attack';
import { attack } from './attack';
import { MUTANTS } from './list';

/*
 * One planted bug, in a process of its own, since it may never come to an end: its number, or `none` for the source as
 * it is, and out comes a line of JSON.
 */

const mutant = MUTANTS[Number(process.argv[2])];
if (!mutant && process.argv[2] !== 'none') throw new Error(`There is no mutant ${process.argv[2]}`);
const planted = mutant ? [mutant] : [];

/** The server runs in this process: its source is changed as it is loaded. That of the app is changed in its bundle. */
const kill = mutant?.file.startsWith('server/')
  ? await withPlanted(planted, async (load) =>
      (await load<typeof Attack>('/test/simulation/mutants/attack.ts')).attack([]),
    )
  : await attack([planting(planted)]);
console.log(`RESULT ${JSON.stringify(kill)}`);
process.exit(0);
