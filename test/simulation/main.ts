import { parseArgs } from 'node:util';
import { runCampaign } from './campaign';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const runs = Number(values.runs ?? 200);

const started = Date.now();
const result = await runCampaign({ seed, runs, maxCommands: 60, withinMs: 24 * 3_600_000, shrinkMs: 60_000 });
const seconds = Math.round((Date.now() - started) / 1000);
console.log(
  `Seed ${seed}: ${result.scripts} scripts, ${result.entries} writes, ${result.queued} of them queued, in ${seconds} s.`,
);
if (result.failure) {
  const { message, script, path } = result.failure;
  console.log(`\n${message}\n\nThe smallest script found: ${script}\nIts path: ${path}`);
}
// Calls of tabs that were killed would keep the process for the length of their timeout.
process.exit(result.failure ? 1 : 0);
