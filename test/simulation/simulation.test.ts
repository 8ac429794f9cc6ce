import { describe, expect, it } from 'vitest';
import { runCampaign, runScript } from './campaign';
import kept from './kept.json';
import { parseScript } from './script';

const IS_FULL = process.env.FULL === '1';
/** The same scripts on every machine, as many as the time allows: new ground is for `npm run simulate`. */
const SCRIPTS = IS_FULL ? 5_000 : 1_000;
/** `SIMULATION_SECONDS` and `SIMULATION_SEED` make it longer or another one. */
const SECONDS = Number(process.env.SIMULATION_SECONDS ?? (IS_FULL ? 300 : 30));
const SEED = Number(process.env.SIMULATION_SEED ?? 20_260_105);

describe('The simulation of the offline queue', () => {
  it.each(kept)('holds where it once broke: $broke', async ({ script }) => {
    const world = await runScript(parseScript(script), SEED);

    expect(world.ops.length).toBeGreaterThan(0);
  });

  it('keeps I1 to I10 after every step of generated scripts, and once every fault is gone', async () => {
    const result = await runCampaign({
      seed: SEED,
      runs: SCRIPTS,
      maxCommands: 60,
      withinMs: SECONDS * 1000,
      shrinkMs: 30_000,
    });

    console.info(
      `${result.scripts} scripts, ${result.entries} writes, ${result.queued} of them queued (seed ${SEED}).`,
    );
    expect(result.failure).toBeNull();
    expect(result.queued).toBeGreaterThan(0);
  });
});
