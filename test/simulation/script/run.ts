import { DeviceChecks } from '../oracle/deviceChecks';
import { DiskChecks } from '../oracle/diskChecks';
import { Facts } from '../oracle/facts';
import { SlowConnectionCheck } from '../oracle/slowConnectionCheck';
import { ReportChecks } from '../oracle/reportChecks';
import { ResponseChecks } from '../oracle/responseChecks';
import { ServerChecks } from '../oracle/serverChecks';
import { checkCommandOutcome, checkOutcome } from '../oracle/outcomeChecks';
import { type Ignored, assertUnless, Violation } from '../oracle/violation';
import { WireChecks } from '../oracle/wireChecks';
import type { AppCode } from '../app/bundle';
import { TabSlotCode } from '../rig/tabSlot';
import { DEVICES, TABS, Simulation } from '../rig/simulation';
import { checkSubmits, finish } from './finish';
import { StepContext } from './stepContext';
import { Args, type Step, STEPS, textOfScript } from './steps';

/** What one script did. */
export interface Ran {
  simulation: Simulation;
  /** Presses of forms. */
  writes: number;
  violation: Violation | null;
  /** The step at which it was found; `finish` after the last. */
  at: string;
  /** Steps up to that one. */
  stepsPlayed: number;
}

const SETTLED_MS = 3_000;

/** Runs scripts, one at a time, on one copy of the app's code for each tab. */
export class Runner {
  private codes: TabSlotCode[];

  constructor(
    code: AppCode,
    private ignored: Ignored = new Set(),
  ) {
    this.codes = Array.from({ length: DEVICES * TABS }, () => new TabSlotCode(code));
  }

  async run(script: readonly Step[], seed: number): Promise<Ran> {
    const simulation = await Simulation.begin(seed, this.codes);
    const onUncaught = (error: unknown) => simulation.uncaught.push(error);
    process.on('unhandledRejection', onUncaught);
    let at = 'begin';
    let stepsPlayed = 0;
    let violation: Violation | null = null;
    try {
      await this.play(simulation, script, (step) => {
        at = step;
        if (step !== 'finish') stepsPlayed += 1;
      });
    } catch (error) {
      if (!(error instanceof Violation)) throw new Error(`${at} of ${textOfScript(script)}`, { cause: error });
      violation = error;
    } finally {
      for (const slot of simulation.slots) slot.tab?.kill();
      process.off('unhandledRejection', onUncaught);
    }
    const writes = new Set(simulation.forms.flatMap(({ presses }) => presses)).size;
    return { simulation, writes, violation, at, stepsPlayed };
  }

  private async play(simulation: Simulation, script: readonly Step[], onStep: (text: string) => void): Promise<void> {
    const assertInvariant = assertUnless(this.ignored);
    const facts = new Facts(simulation);
    const context = new StepContext(simulation);
    const [server, wire, device, disk, report] = [
      new ServerChecks(facts, assertInvariant),
      new WireChecks(facts, assertInvariant),
      new DeviceChecks(facts, assertInvariant),
      new DiskChecks(facts, assertInvariant),
      new ReportChecks(facts, assertInvariant),
    ];
    const slowConnectionCheck = new SlowConnectionCheck(facts, assertInvariant);
    const responses = new ResponseChecks(facts, assertInvariant);
    const found: unknown[] = [];
    const atOnce = (work: () => void) => {
      try {
        work();
      } catch (violation) {
        found.push(violation);
      }
    };
    simulation.onOutcome = (...shown) => atOnce(() => checkOutcome(facts, assertInvariant, ...shown));
    simulation.commands.onResult = (...shown) => atOnce(() => checkCommandOutcome(facts, assertInvariant, ...shown));
    simulation.onQueueCommit = (of) => atOnce(() => disk.checkCommit(of));
    simulation.onServed = (sent) => atOnce(() => responses.check(sent));
    simulation.onYes = (key) => atOnce(() => server.checkYes(key));
    simulation.server.ledger.onEffect = (effect) => atOnce(() => server.checkEffect(effect));
    const check = () => {
      wire.check();
      server.checkDiscards();
      disk.check();
      report.check();
      device.check();
      slowConnectionCheck.check();
      if (found.length > 0) throw found[0];
    };
    for (const [rep, one] of simulation.devices.entries()) {
      await context.devices.giveTo(one, rep);
      await context.open(context.slot(`${rep}.0`));
    }
    await simulation.kernel.advance(SETTLED_MS);
    for (const { name, args } of script) {
      onStep([name, ...args].join(' '));
      await STEPS[name].run(context, new Args(args));
      check();
    }
    onStep('finish');
    const refused = await finish(context, facts, assertInvariant, check);
    await checkSubmits(context, facts, assertInvariant, refused);
    check();
    server.checkEveryForm((form) => refused.has(form));
    await server.checkTables();
  }
}
