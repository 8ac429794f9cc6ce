import fc from 'fast-check';
import { checkAtRest, checkNow } from './checker';
import type { DiskFault } from './crashableDisk';
import { NETWORK_FAULTS, type NetworkFault } from './faultyNetwork';
import type { VisitHandle } from './ops';
import { TAB_COUNT } from './simDevice';
import type { World } from './world';

/** The model knows nothing: every command may run at any time, with its parameters as positions. */
export type Model = Record<string, never>;

function visitAt(world: World, tab: number, at: number): VisitHandle | null {
  const visits = world.visitsOf(tab);
  return visits[visits.length - 1 - (at % Math.max(1, visits.length))] ?? null;
}

function change(world: World, tab: number, at: number, call: 'submitVisit' | 'updateVisit'): void {
  const visit = visitAt(world, tab, at);
  if (visit) world.changeVisit(tab, call, visit);
}

/** Everything that can happen, by name: what a rep does, what the server refuses, what the world does to a rep. */
const acts = {
  startVisit: (world: World, tab: number, place: number) => world.startVisit(tab, `L${place}`),
  deliver: (world: World, tab: number, visit: number, inVisit: boolean) =>
    world.deliver(tab, inVisit ? visitAt(world, tab, visit) : null),
  deliverMany(world: World, tab: number, visit: number, count: number) {
    for (let i = 0; i < count; i += 1) world.deliver(tab, visitAt(world, tab, visit));
  },
  editDelivery: (world: World, tab: number, delivery: number) => world.editDelivery(tab, delivery),
  updateVisit: (world: World, tab: number, visit: number) => change(world, tab, visit, 'updateVisit'),
  submitVisit: (world: World, tab: number, visit: number) => change(world, tab, visit, 'submitVisit'),

  deliverRefused: (world: World, tab: number, visit: number) => world.deliver(tab, visitAt(world, tab, visit), true),
  pressAgain: (world: World, op: number) => world.pressAgain(op),
  discard: (world: World, tab: number, head: number) => world.discard(tab, head),
  mend: (world: World, tab: number, head: number) => world.mend(tab, head),

  goOffline: (world: World) => world.setOnline(false),
  goOnline: (world: World) => world.setOnline(true),
  onlineUnnoticed(world: World) {
    world.network.online = true;
  },
  sync: (world: World, tab: number) => world.sync(tab),
  advance: (world: World, ms: number) => world.clock.advance(ms),
  network: (world: World, ...faults: NetworkFault[]) => void world.network.faults.push(...faults),
  disk: (world: World, ...faults: DiskFault[]) => void world.disk.faults.push(...faults),
  kill: (world: World, tab: number) => world.kill(tab),
  killAfter: (world: World, tab: number, steps: number) => world.killAfter(tab, steps),
  switchUser: (world: World, tab: number) => world.switchUser(tab),
  signOut: (world: World, tab: number) => world.signOut(tab),
  clockJump(world: World, ms: number) {
    world.clock.skew += ms;
  },
  damageRecord: (world: World, position: number) => world.damageRecord(position),
  writtenByNewerBuild: (world: World, position: number) => world.writtenByNewerBuild(position),
};
export type ActName = keyof typeof acts;

/** One step of a script. After it, the world is checked. */
export class Step implements fc.AsyncCommand<Model, World> {
  constructor(
    readonly name: ActName,
    readonly args: readonly unknown[],
  ) {}

  check = () => true;

  /** Does it, and no more. */
  act(world: World): unknown {
    return (acts[this.name] as (world: World, ...args: unknown[]) => unknown)(world, ...this.args);
  }

  async run(_model: Model, world: World): Promise<void> {
    await world.reviveTabs();
    await this.act(world);
    await world.clock.settle();
    checkNow(world);
    await world.clock.advance(1);
    if (world.clock.busy === 0) checkAtRest(world);
  }

  toString = () => `${this.name}(${this.args.join(',')})`;
}

const position = fc.nat({ max: 30 });
const tab = fc.nat({ max: TAB_COUNT - 1 });
const location = fc.nat({ max: 2 });

function step(name: ActName, ...args: fc.Arbitrary<unknown>[]): fc.Arbitrary<Step> {
  return fc.tuple(...args).map((values) => new Step(name, values));
}

/** What a rep does all day. */
export const repSteps = [
  step('startVisit', tab, location),
  step('deliver', tab, position, fc.boolean()),
  step('deliverMany', tab, position, fc.integer({ min: 2, max: 12 })),
  step('editDelivery', tab, position),
  step('updateVisit', tab, position),
  step('submitVisit', tab, position),
];

const refusalSteps = [
  step('deliverRefused', tab, position),
  step('pressAgain', position),
  step('discard', tab, position),
  step('mend', tab, position),
];

const networkFaults = fc
  .array(fc.constantFrom(...NETWORK_FAULTS), { minLength: 1, maxLength: 4 })
  .map((faults) => new Step('network', faults));

/** Several in a row reach what is tried again, and what comes after it. */
const diskFaults = fc
  .array(fc.constantFrom<DiskFault>('quota', 'full', 'slow', 'late', 'closed', 'torn'), { minLength: 1, maxLength: 3 })
  .map((faults) => new Step('disk', faults));

const worldSteps = [
  step('goOffline'),
  step('goOffline'),
  step('goOnline'),
  step('onlineUnnoticed'),
  step('sync', tab),
  step('advance', fc.constantFrom(100, 5_000, 16_000, 60_000, 400_000)),
  networkFaults,
  diskFaults,
  step('kill', tab),
  step('killAfter', tab, fc.nat({ max: 12 })),
  step('switchUser', tab),
  step('signOut', tab),
  step('clockJump', fc.constantFrom(-3_600_000, -1_000, 7_200_000)),
  step('damageRecord', position),
  step('writtenByNewerBuild', position),
];

/** Scripts of up to `maxCommands` steps. */
export function scripts(maxCommands: number) {
  return fc.commands([...repSteps, ...repSteps, ...refusalSteps, ...worldSteps], { maxCommands, size: 'max' });
}

function readArg(text: string): unknown {
  return /^(-?\d+|true|false)$/.test(text) ? JSON.parse(text) : text;
}

/** A script as a failure prints it: `goOffline(),deliver(0,0,false)`. */
export function parseScript(text: string): Step[] {
  return [...text.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name = '', args = '']) => {
    if (!Object.hasOwn(acts, name)) throw new Error(`No step of a script is called ${name}`);
    return new Step(name as ActName, args ? args.split(',').map(readArg) : []);
  });
}
