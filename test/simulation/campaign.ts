import fc from 'fast-check';
import { Broken } from './broken';
import { checkDrained, checkSentUnasked } from './checker';
import { type Model, scripts } from './script';
import { World } from './world';

export interface CampaignOptions {
  seed: number;
  /** Scripts to run. */
  runs: number;
  maxCommands: number;
  /** Stop after this time, ms. */
  withinMs: number;
  /** How long to look for a smaller script that fails too, ms; 0 for not at all. */
  shrinkMs: number;
}

export interface CampaignResult {
  scripts: number;
  /** Writes that the scripts made. */
  entries: number;
  /** Of these, told "Saved locally". */
  queued: number;
  failure: { invariant: string; message: string; script: string; seed: number; path: string } | null;
}

/** Runs one script against a world of its own, then heals it, drains it and checks what is left. */
export async function runScript(script: Iterable<fc.AsyncCommand<Model, World>>, seed: number): Promise<World> {
  const world = new World(seed);
  const onUncaught = (error: unknown) => world.uncaught.push(error);
  process.on('unhandledRejection', onUncaught);
  try {
    await fc.asyncModelRun(async () => {
      await world.begin();
      return { model: {}, real: world };
    }, script);
    await world.healUnnoticed();
    checkSentUnasked(world);
    await world.drain();
    checkDrained(world);
  } finally {
    process.off('unhandledRejection', onUncaught);
  }
  return world;
}

/** Runs generated scripts until one breaks a promise, or all have run. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const result: CampaignResult = { scripts: 0, entries: 0, queued: 0, failure: null };
  let failedAt: number | null = null;
  const property = fc.asyncProperty(scripts(options.maxCommands), async (script) => {
    // Shrinking ends when its time is over: what is left to try counts as good.
    if (failedAt !== null && Date.now() - failedAt > options.shrinkMs) return;
    try {
      const world = await runScript(script, options.seed);
      result.scripts += 1;
      result.entries += world.ops.length;
      result.queued += world.ops.filter((op) => op.claimedAt !== null).length;
    } catch (error) {
      failedAt ??= Date.now();
      throw error;
    }
  });
  const details = await fc.check(property, {
    seed: options.seed,
    numRuns: options.runs,
    endOnFailure: options.shrinkMs === 0,
    interruptAfterTimeLimit: options.withinMs,
  });
  if (details.failed && details.counterexample) {
    const error = details.errorInstance;
    const [script] = details.counterexample;
    result.failure = {
      invariant: error instanceof Broken ? error.invariant : 'I10',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      script: fc.stringify(script),
      seed: details.seed,
      path: details.counterexamplePath ?? '',
    };
  }
  return result;
}
