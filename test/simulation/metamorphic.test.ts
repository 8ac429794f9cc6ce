import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkDrained } from './checker';
import type { NetworkFault } from './faultyNetwork';
import { World } from './world';

const STEP_MS = 60_000;
/** Faults that a later try survives; a refusal would rightly end elsewhere. */
const PASSING_FAULTS: readonly NetworkFault[] = [
  'dropBefore',
  'dropAfter',
  'duplicate',
  'delay',
  'hangBefore',
  'hangAfter',
  'status500',
  'status500After',
  'html502',
  'html200',
  'status409',
  'status429',
  'cutBody',
];

/** One thing a rep does; screens offer no more for a submitted visit. */
type Deed = { kind: 'start' | 'deliver' | 'edit' | 'update' | 'submit'; at: number };

const deeds = fc.array(
  fc.record({
    kind: fc.constantFrom<Deed['kind']>('start', 'deliver', 'deliver', 'deliver', 'edit', 'update', 'submit'),
    at: fc.nat({ max: 20 }),
  }),
  { minLength: 1, maxLength: 25 },
);

function act(world: World, { kind, at }: Deed): void {
  const submitted = new Set(world.ops.filter((op) => op.call === 'submitVisit').map((op) => op.visit));
  const open = world.visitsOf(0).filter((visit) => !submitted.has(visit.token));
  const visit = open[at % Math.max(1, open.length)];
  if (kind === 'start') world.startVisit(0, `L${at % 3}`);
  if (kind === 'edit') world.editDelivery(0, at);
  if (kind === 'deliver' && visit) world.deliver(0, visit);
  if (kind === 'update' && visit) world.changeVisit(0, 'updateVisit', visit);
  if (kind === 'submit' && visit) world.changeVisit(0, 'submitVisit', visit);
}

const byTime = (field: string) => (a: object, b: object) =>
  String((a as Record<string, unknown>)[field]).localeCompare(String((b as Record<string, unknown>)[field]));

/** What the server ends up with: its own ids aside, and the order among changes that do not depend on each other. */
function endState({ server }: World) {
  const deliveriesOf = (visitId: string) =>
    server.deliveries
      .filter((delivery) => delivery.visit === visitId)
      .map(({ lines, deliveredAt }) => ({ lines, deliveredAt }))
      .sort(byTime('deliveredAt'));
  return server.visits
    .map(({ _id, ...visit }) => ({ ...visit, deliveries: deliveriesOf(_id) }))
    .sort(byTime('startedAt'));
}

async function day(
  script: readonly Deed[],
  disturb: (world: World, step: number) => Promise<void> | void,
): Promise<World> {
  const world = new World(1);
  const morning = world.clock.elapsed;
  await world.begin();
  for (const [step, deed] of script.entries()) {
    await disturb(world, step);
    await world.clock.advance(morning + (step + 1) * STEP_MS - world.clock.elapsed);
    act(world, deed);
    await world.clock.settle();
  }
  return world;
}

it('ends a day without signal, with kills and faults on the way back, as the same day with signal', async () => {
  await fc.assert(
    fc.asyncProperty(
      deeds,
      fc.array(fc.constantFrom(...PASSING_FAULTS), { maxLength: 8 }),
      fc.nat({ max: 4 }),
      async (script, faults, killEvery) => {
        const withSignal = await day(script, () => {});
        await withSignal.drain();

        const without = await day(script, async (world, step) => {
          if (step === 0) world.setOnline(false);
          if (killEvery === 0 || step % (killEvery + 1) !== killEvery) return;
          world.kill(0);
          await world.reviveTabs();
        });
        without.network.faults.push(...faults);
        without.setOnline(true);
        await without.clock.advance(10 * STEP_MS);
        await without.healUnnoticed();
        await without.drain();

        checkDrained(without);
        expect(endState(without)).toEqual(endState(withSignal));
      },
    ),
    { seed: 7, numRuns: process.env.FULL === '1' ? 300 : 40 },
  );
});
