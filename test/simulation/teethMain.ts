import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer, type Plugin } from 'vite';
import type * as Campaign from './campaign';
import type { CampaignResult } from './campaign';
import kept from './kept.json';
import type * as Script from './script';
import { type Tooth, teeth } from './teeth';

const ROOT = resolve(import.meta.dirname, '../..');
const SEED = 20_260_105;
const SECONDS_PER_TOOTH = 60;

/** Plants one bug while the source is loaded; the files stay as they are. */
function planting({ file, find, replace, bug }: Tooth): Plugin {
  const path = join(ROOT, 'src', file);
  const found = readFileSync(path, 'utf8').split(find).length - 1;
  if (found !== 1)
    throw new Error(`"${bug}": its place stands ${found} times in src/${file}. Bring teeth.ts up to date.`);
  return {
    name: 'plant-a-bug',
    enforce: 'pre',
    transform: (code, id) => (id.split('?')[0] === path ? code.replace(find, () => replace) : null),
  };
}

/** Runs the simulation with the bug planted: the scripts that once broke something first, then generated ones. */
async function bite(tooth: Tooth): Promise<CampaignResult['failure']> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [planting(tooth)],
  });
  try {
    const { runCampaign, runScript } = (await server.ssrLoadModule('/test/simulation/campaign.ts')) as typeof Campaign;
    const { parseScript } = (await server.ssrLoadModule('/test/simulation/script.ts')) as typeof Script;
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
    const withinMs = SECONDS_PER_TOOTH * 1000;
    const first = await runCampaign({ seed: SEED, runs: 100_000, maxCommands: 60, withinMs, shrinkMs: 5_000 });
    return first.failure;
  } finally {
    await server.close();
  }
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
