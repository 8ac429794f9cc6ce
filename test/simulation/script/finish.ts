import type { SimDevice } from '../browser/simDevice';
import { heldBy } from '../oracle/dependence';
import type { Facts } from '../oracle/facts';
import type { AssertInvariant } from '../oracle/violation';
import { isSignedOut } from '../rig/deviceSteps';
import { type Form, isGivenUp, wasQueued } from '../rig/forms';
import type { TabSlot } from '../rig/tabSlot';
import type { StepContext } from './stepContext';

/**
 * What may go has gone so long after the last fault: the longest try (2 min), the longest retry (5 min), a Retry-After.
 */
const LIVENESS_MS = 8 * 60_000;
const LOOK_EVERY_MS = 15_000;
/** A request of the session, or a sign-in, may still be under way over the earlier connection. */
const SESSION_KNOWN_WITHIN_MS = 60_000;

function heal(context: StepContext, device: SimDevice): void {
  device.network.mode = 'fine';
  device.network.nextWrites = [];
  device.network.latencyMs = 0;
  device.network.busyUntil = 0;
  context.devices.setDisk(device, 'sound');
  context.devices.setLocks(device, false);
  device.setSkew(0);
}

/** Every fault goes; dead tabs stay dead, but each device has one that lives. */
async function healAll(context: StepContext): Promise<void> {
  const { simulation } = context;
  for (const [number, device] of simulation.devices.entries()) {
    heal(context, device);
    for (const slot of simulation.slots) if (slot.device === device) await context.thaw(slot);
    for (const slot of simulation.slots) if (slot.tab) slot.tab.stepsToLive = null;
    await context.setOnline(number, true);
    if (!simulation.slots.some((slot) => slot.device === device && slot.isAlive))
      await context.open(context.slot(`${number}.0`));
  }
  for (const rep of [...simulation.inactive]) await context.admin.setActive(rep, true);
  await simulation.kernel.advance(1_000);
  for (const slot of simulation.slots) if (slot.isAlive && !slot.app) await simulation.kernel.advance(20_000);
  await signInAgain(context);
}

/** Whoever the server has signed out meanwhile signs in again. */
async function signInAgain(context: StepContext): Promise<void> {
  const { simulation } = context;
  for (const slot of simulation.slots) {
    const { rep } = simulation.expectedOf(slot.device);
    if (slot.app && isSignedOut(slot.app) && rep !== null) await context.signIn(slot, rep);
  }
}

/** The person waits until the sign-in under way has ended, and the screen says who is signed in. */
async function untilSessionKnown({ simulation }: StepContext, { app, device }: TabSlot): Promise<void> {
  const until = simulation.kernel.now + SESSION_KNOWN_WITHIN_MS;
  const isSigningIn = () => simulation.expectedOf(device).signingIn?.isAlive() ?? false;
  while ((isSigningIn() || app?.shown().status === 'loading') && simulation.kernel.now < until)
    await simulation.kernel.advance(1_000);
}

/** What of a form still waits on a disk to be sent, as far as nothing stands in its way. */
function waiting(context: StepContext, facts: Facts, device: SimDevice, rep: number): Form[] {
  return context.simulation.forms.filter(
    (form) => form.device === device.name && form.rep === rep && !isGivenUp(form) && facts.isOnDisk(form),
  );
}

/** Heals everything, lets each rep's changes be sent, and checks that they were. */
export async function finish(
  context: StepContext,
  facts: Facts,
  assertInvariant: AssertInvariant,
  check: () => void,
): Promise<Set<Form>> {
  const { simulation, devices } = context;
  const refused = new Set<Form>();
  await healAll(context);
  check();

  const drained = async (slot: TabSlot, rep: number) => {
    const stuckNow = () => {
      const shown = facts.refused();
      for (const form of simulation.forms.filter((one) => one.rep === rep && one.device === slot.device.name)) {
        // A refused change whose last try had no response waits again.
        if (shown.has(form)) refused.add(form);
        else refused.delete(form);
      }
      const held = heldBy(facts, refused);
      return waiting(context, facts, slot.device, rep).filter((form) => !refused.has(form) && !held.has(form));
    };
    const until = simulation.kernel.now + LIVENESS_MS;
    while (stuckNow().length > 0 && simulation.kernel.now < until) {
      await signInAgain(context);
      // The device may have believed in a session that was over.
      if (slot.app && isSignedOut(slot.app)) await context.signIn(slot, rep);
      await simulation.kernel.advance(LOOK_EVERY_MS);
      check();
    }
    const [left] = stuckNow();
    assertInvariant(
      !left,
      'liveness',
      () => `${left ? facts.nameOf(left) : ''} waits ${LIVENESS_MS / 60_000} min after the last fault`,
    );
  };

  for (const device of simulation.devices) {
    const slot = simulation.slots.find((one) => one.device === device && one.app);
    if (!slot) continue;
    for (const rep of [simulation.expectedOf(device).rep ?? 0, 1 - (simulation.expectedOf(device).rep ?? 0)]) {
      if (waiting(context, facts, device, rep).length === 0) continue;
      await simulation.kernel.advance(2_000);
      await untilSessionKnown(context, slot);
      if (simulation.repAt(slot) !== rep) {
        if (simulation.repAt(slot) !== null) await devices.signOut(slot);
        await simulation.kernel.advance(2_000);
        await untilSessionKnown(context, slot);
        await context.signIn(slot, rep);
        await simulation.kernel.advance(2_000);
      }
      await drained(slot, rep);
    }
  }
  check();
  return refused;
}

/** Another submit of this visit still waits: the screen shows that one. Two starts may have led to one visit. */
function isSubmitWaiting(visitId: string, { app }: TabSlot, facts: Facts, refused: ReadonlySet<Form>): boolean {
  return facts.simulation.forms.some(
    (other) =>
      other.call === 'submitVisit' &&
      app?.serverId(other.content.id) === visitId &&
      !refused.has(other) &&
      facts.isOnDisk(other),
  );
}

/** A submit that the server refused left its visit open: so its screen says. */
export async function checkSubmits(
  context: StepContext,
  facts: Facts,
  assertInvariant: AssertInvariant,
  refused: ReadonlySet<Form>,
): Promise<void> {
  const { simulation } = context;
  for (const form of refused) {
    if (form.call !== 'submitVisit' || !wasQueued(form)) continue;
    const slot = simulation.slots.find((one) => one.device.name === form.device && simulation.repAt(one) === form.rep);
    const visitId = slot?.app?.serverId(form.content.id) ?? '';
    if (!slot || isSubmitWaiting(visitId, slot, facts, refused)) continue;
    if ((simulation.server.ledger.contentOf(visitId) ?? '').endsWith('|true')) continue;
    let isOpen = true;
    await simulation.act(slot, async (app) => {
      isOpen = (await app.readVisit(form.content.id))?.isOpen ?? true;
    });
    await simulation.kernel.advance(1_000);
    assertInvariant(isOpen, 'submitShown', () => `${facts.nameOf(form)} was refused and its visit shows as submitted`);
  }
}
