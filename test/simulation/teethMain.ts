import type * as Campaign from './campaign';
import type { CampaignResult } from './campaign';
import kept from './kept.json';
import type * as Script from './script';
import { withPlanted } from '../setup/plantedSource';
import { teeth } from './teeth';
import type { Tooth } from './tooth';

const SEED = 20_260_105;
/** By number and not by time: the same on any machine. */
const SCRIPTS_PER_TOOTH = 3_000;

/** Runs the simulation with the bug planted: the scripts that once broke something first, then generated ones. */
function bite(tooth: Tooth): Promise<CampaignResult['failure']> {
  return withPlanted([tooth], async (load) => {
    const { runCampaign, runScript } = await load<typeof Campaign>('/test/simulation/campaign.ts');
    const { parseScript } = await load<typeof Script>('/test/simulation/script.ts');
    for (const { script } of kept) {
      const failure = await runScript(parseScript(script), SEED).then(
        () => null,
        (error: Error) => ({
          invariant: error.message.slice(0, error.message.indexOf(':')),
          message: error.message,
          script,
        }),
      );
      if (failure) return { ...failure, seed: SEED, path: '' };
    }
    const limits = { runs: SCRIPTS_PER_TOOTH, maxCommands: 60, withinMs: 24 * 3_600_000, shrinkMs: 5_000 };
    const first = await runCampaign({ seed: SEED, ...limits });
    return first.failure;
  });
}

const only = process.argv[2];
const rows: { bug: string; file: string; failure: CampaignResult['failure'] }[] = [];
for (const tooth of teeth.filter(({ bug }) => !only || bug.includes(only))) {
  const failure = await bite(tooth);
  rows.push({ bug: tooth.bug, file: tooth.file, failure });
  console.log(
    `${failure ? 'killed' : 'LIVES '}  ${failure?.invariant.padEnd(4) ?? '    '}  ${tooth.bug}  (src/${tooth.file})`,
  );
  if (failure) console.log(`                by ${failure.script.slice(0, 300)}`);
}
const alive = rows.filter(({ failure }) => !failure);
console.log(`\n${rows.length - alive.length} of ${rows.length} planted bugs were killed.`);
process.exit(alive.length > 0 ? 1 : 0);
