import fc from 'fast-check';
import { REQUEST_FAULTS } from '../browser/network';
import { DISK_MODES } from '../rig/deviceSteps';
import type { Arg, StepContext } from './stepContext';

/** One kind of step: how its arguments are chosen, and what it does. */
interface StepKind {
  /** How often it is chosen, beside the others. */
  weight: number;
  args: fc.Arbitrary<Arg>[];
  run(context: StepContext, args: Args): void | Promise<void>;
}

/** The arguments of a step, by what they mean. */
export class Args {
  constructor(private values: readonly Arg[]) {}

  number(at: number): number {
    return Number(this.values[at] ?? 0);
  }

  text(at: number): string {
    return String(this.values[at] ?? '');
  }

  oneOf<T extends string>(at: number, known: readonly T[]): T {
    const found = known.find((one) => one === this.values[at]);
    if (!found) throw new Error(`${this.text(at)} is none of ${known.join(', ')}`);
    return found;
  }
}

const device = fc.constantFrom(0, 0, 0, 1);
const tab = fc.constantFrom('0.0', '0.0', '0.0', '0.1', '0.1', '1.0', '1.1');
const few = fc.nat(3);
const rep = fc.constantFrom(0, 1);
const NETWORK_MODES = ['fine', 'lossy', 'busyWrites', ...REQUEST_FAULTS] as const;
const ms = (...values: number[]) => fc.constantFrom(...values);

/** Every step by its name. Times are ms, tabs are `device.tab`, other numbers choose among what there is. */
export const STEPS = {
  open: { weight: 10, args: [tab], run: (c, a) => c.open(c.slot(a.text(0))) },
  start: { weight: 14, args: [tab, few], run: (c, a) => c.reps.start(c.usable(a.text(0)), a.number(1)) },
  deliver: {
    weight: 30,
    args: [tab, few, few],
    run: (c, a) => c.reps.deliver(c.usable(a.text(0)), a.number(1), 0, a.number(2)),
  },
  deliverAlone: {
    weight: 16,
    args: [tab, few, few],
    run: (c, a) => c.reps.deliver(c.usable(a.text(0)), null, a.number(1), a.number(2)),
  },
  deliverTwice: {
    weight: 2,
    args: [tab, few, few],
    run: (c, a) => c.reps.deliverTwice(c.usable(a.text(0)), a.number(1), a.number(2)),
  },
  deliverSame: { weight: 3, args: [tab, few], run: (c, a) => c.reps.deliverSame(c.usable(a.text(0)), a.number(1)) },
  type: {
    weight: 3,
    args: [tab, few, few],
    run: (c, a) => c.reps.typeDelivery(c.usable(a.text(0)), a.number(1), a.number(2)),
  },
  edit: { weight: 14, args: [tab, few], run: (c, a) => c.changes.edit(c.usable(a.text(0)), a.number(1)) },
  editSame: { weight: 3, args: [tab, few], run: (c, a) => c.changes.editSame(c.usable(a.text(0)), a.number(1)) },
  submit: { weight: 8, args: [tab, few], run: (c, a) => c.changes.submit(c.usable(a.text(0)), a.number(1)) },
  update: { weight: 7, args: [tab, few], run: (c, a) => c.changes.update(c.usable(a.text(0)), a.number(1), false) },
  updateLong: { weight: 1, args: [tab, few], run: (c, a) => c.changes.update(c.usable(a.text(0)), a.number(1), true) },
  openEdit: { weight: 4, args: [tab, few], run: (c, a) => c.changes.edit(c.usable(a.text(0)), a.number(1), true) },
  save: { weight: 6, args: [tab], run: (c, a) => c.reps.save(c.usable(a.text(0))) },
  pressAgain: { weight: 8, args: [tab], run: (c, a) => c.reps.pressAgain(c.usable(a.text(0))) },
  restore: { weight: 7, args: [tab, few], run: (c, a) => c.reps.restore(c.slot(a.text(0)), a.number(1), false) },
  restoreChanged: { weight: 2, args: [tab, few], run: (c, a) => c.reps.restore(c.slot(a.text(0)), a.number(1), true) },

  editRefused: { weight: 4, args: [tab, few], run: (c, a) => c.outbox.edit(c.usable(a.text(0)), a.number(1)) },
  sendMine: { weight: 4, args: [tab, few], run: (c, a) => c.outbox.sendMine(c.usable(a.text(0)), a.number(1)) },
  keepTheirs: { weight: 2, args: [tab, few], run: (c, a) => c.outbox.keepTheirs(c.usable(a.text(0)), a.number(1)) },
  changeToMine: { weight: 2, args: [tab, few], run: (c, a) => c.outbox.changeToMine(c.usable(a.text(0)), a.number(1)) },
  leaveIt: { weight: 1, args: [tab, few], run: (c, a) => c.outbox.leaveIt(c.usable(a.text(0)), a.number(1)) },
  move: { weight: 4, args: [tab, few], run: (c, a) => c.outbox.move(c.usable(a.text(0)), a.number(1)) },
  retry: { weight: 2, args: [tab, few], run: (c, a) => c.outbox.retry(c.usable(a.text(0)), a.number(1)) },
  discard: { weight: 2, args: [tab, few], run: (c, a) => c.outbox.discard(c.usable(a.text(0)), a.number(1)) },
  discardChain: { weight: 1, args: [tab, few], run: (c, a) => c.outbox.discardChain(c.usable(a.text(0)), a.number(1)) },

  sync: { weight: 3, args: [tab], run: (c, a) => c.sync(c.slot(a.text(0))) },
  openVisit: { weight: 5, args: [tab, few], run: (c, a) => c.changes.openVisit(c.usable(a.text(0)), a.number(1)) },
  readItems: { weight: 2, args: [tab], run: (c, a) => c.readItems(c.usable(a.text(0))) },
  focus: { weight: 2, args: [tab], run: (c, a) => c.focus(c.slot(a.text(0))) },

  kill: { weight: 5, args: [tab], run: (c, a) => c.devices.kill(c.slot(a.text(0))) },
  killAfter: {
    weight: 6,
    args: [tab, fc.integer({ min: 1, max: 9 })],
    run: (c, a) => c.devices.killAfter(c.slot(a.text(0)), a.number(1)),
  },
  freeze: { weight: 2, args: [tab], run: (c, a) => c.devices.freeze(c.slot(a.text(0))) },
  thaw: { weight: 3, args: [tab], run: (c, a) => c.thaw(c.slot(a.text(0))) },
  signOut: { weight: 1, args: [tab], run: (c, a) => c.devices.signOut(c.slot(a.text(0))) },
  signIn: { weight: 3, args: [tab, rep], run: (c, a) => c.signIn(c.slot(a.text(0)), a.number(1)) },

  offline: { weight: 6, args: [device], run: (c, a) => c.setOnline(a.number(0), false) },
  online: { weight: 6, args: [device], run: (c, a) => c.setOnline(a.number(0), true) },
  network: {
    weight: 3,
    args: [device, fc.constantFrom(...NETWORK_MODES, ...Array.from({ length: 8 }, () => 'fine' as const))],
    run: (c, a) => c.devices.setNetwork(c.device(a.number(0)), a.oneOf(1, NETWORK_MODES)),
  },
  latency: {
    weight: 3,
    args: [device, ms(0, 0, 500, 3_000, 8_000, 12_000)],
    run: (c, a) => c.devices.setLatency(c.device(a.number(0)), a.number(1)),
  },
  failNext: {
    weight: 10,
    args: [device, fc.constantFrom(...REQUEST_FAULTS), fc.constantFrom(1, 1, 2)],
    run: (c, a) => c.devices.failNext(c.device(a.number(0)), a.oneOf(1, REQUEST_FAULTS), a.number(2)),
  },
  disk: {
    weight: 3,
    args: [device, fc.constantFrom(...DISK_MODES, ...Array.from({ length: 6 }, () => 'sound' as const))],
    run: (c, a) => c.devices.setDisk(c.device(a.number(0)), a.oneOf(1, DISK_MODES)),
  },
  locks: {
    weight: 1,
    args: [device, fc.constantFrom('slow', 'quick', 'quick')],
    run: (c, a) => c.devices.setLocks(c.device(a.number(0)), a.text(1) === 'slow'),
  },
  cutConnections: {
    weight: 1,
    args: [device, fc.constantFrom('told', 'untold')],
    run: (c, a) => c.devices.cutConnections(c.device(a.number(0)), a.text(1) === 'told'),
  },
  newerBuild: { weight: 1, args: [device], run: (c, a) => c.devices.upgradeByNewerBuild(c.device(a.number(0))) },
  clock: {
    weight: 1,
    args: [device, ms(-86_400_000, -600_000, 600_000, 86_400_000)],
    run: (c, a) => c.devices.jumpClock(c.device(a.number(0)), a.number(1)),
  },

  adminEdit: { weight: 3, args: [few], run: (c, a) => c.admin.editDelivery(a.number(0)) },
  adminNote: { weight: 2, args: [few], run: (c, a) => c.admin.editVisit(a.number(0)) },
  adminSubmit: { weight: 2, args: [few], run: (c, a) => c.admin.submitVisit(a.number(0)) },
  adminPrice: { weight: 2, args: [], run: (c) => c.admin.changePrice() },
  adminRename: { weight: 1, args: [few], run: (c, a) => c.admin.rename(a.number(0)) },
  deactivate: { weight: 1, args: [rep], run: (c, a) => c.admin.setActive(a.number(0), false) },
  reactivate: { weight: 1, args: [rep], run: (c, a) => c.admin.setActive(a.number(0), true) },

  wait: {
    weight: 30,
    args: [ms(1, 3, 10, 60, 300, 1_100, 1_100, 5_000, 5_000, 30_000, 180_000, 1_500_000)],
    run: (c, a) => c.simulation.kernel.advance(a.number(0)),
  },
} satisfies Record<string, StepKind>;

export type StepName = keyof typeof STEPS;

/** A step of a script: its name and its arguments. */
export interface Step {
  name: StepName;
  args: Arg[];
}

const kinds: [StepName, StepKind][] = Object.entries(STEPS).map(([name, kind]) => [name as StepName, kind]);

/** How much more often steps are chosen than they are by themselves: whole numbers. */
export type StepFactors = Partial<Record<StepName, number>>;

/** One step of a script. */
export const singleSteps = (factors: StepFactors): fc.Arbitrary<Step> =>
  fc.oneof(
    ...kinds.map(([name, { weight, args }]) => ({
      weight: weight * (factors[name] ?? 1),
      arbitrary: fc.tuple(...args).map((values): Step => ({ name, args: values })),
    })),
  );

export const textOfScript = (script: readonly Step[]): string =>
  script.map(({ name, args }) => [name, ...args].join(' ')).join('; ');

const isStepName = (name: string): name is StepName => name in STEPS;

/** Reads what `textOfScript` wrote. */
export function parseScript(text: string): Step[] {
  return text
    .split(';')
    .map((step) => step.trim())
    .filter(Boolean)
    .map((step) => {
      const [name = '', ...args] = step.split(/\s+/);
      if (!isStepName(name)) throw new Error(`There is no step ${name}`);
      return { name, args: args.map((arg) => (/^-?\d+$/.test(arg) ? Number(arg) : arg)) };
    });
}
