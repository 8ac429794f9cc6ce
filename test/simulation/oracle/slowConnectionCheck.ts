import type { SimDevice } from '../browser/simDevice';
import { type Form, isGivenUp, lastPress, type Press } from '../rig/forms';
import { heldBy } from './dependence';
import type { Facts } from './facts';
import type { AssertInvariant } from './violation';

/** A connection that is only slow gets everything through within this time. */
const SLOW_BUT_SURE_MS = 20 * 60_000;

/** When a tab that stood still woke or ended, ms since 1970; 0 when it never did. */
const heldUpUntil = ({ tab }: Press): number => Math.min(tab.thawedAt ?? 0, tab.endedAt ?? Number.POSITIVE_INFINITY);

/**
 * While faults stay on, what can go must go: a slow connection is one over which it can. A tab that
 * stands still holds up what was pressed in it, and nothing else.
 */
export class SlowConnectionCheck {
  /** Since when a device could have sent, ms since 1970. */
  private ableSince = new Map<SimDevice, number>();
  /** When a form was last seen refused or behind a refused one, ms since 1970. */
  private heldAt = new Map<Form, number>();

  constructor(
    private facts: Facts,
    private assertInvariant: AssertInvariant,
  ) {}

  check(): void {
    const refused = this.facts.refused();
    const held = new Set([...refused, ...heldBy(this.facts, refused)]);
    for (const form of held) this.heldAt.set(form, this.facts.simulation.kernel.now);
    for (const device of this.facts.simulation.devices) this.checkDevice(device, held);
  }

  private isAble(device: SimDevice): boolean {
    const { simulation } = this.facts;
    const { rep } = simulation.expectedOf(device);
    const isServed = simulation.slots.some(
      (slot) => slot.device === device && slot.app?.shown().verified && simulation.repAt(slot) === rep,
    );
    return isServed && device.network.isSound && device.disk.isSound && rep !== null && !simulation.inactive.has(rep);
  }

  private checkDevice(device: SimDevice, held: ReadonlySet<Form>): void {
    const { simulation } = this.facts;
    if (!this.isAble(device)) {
      this.ableSince.delete(device);
      return;
    }
    const since = this.ableSince.get(device) ?? simulation.kernel.now;
    this.ableSince.set(device, since);
    const { rep } = simulation.expectedOf(device);
    const mayGoSince = (form: Form) => {
      const pressedAt = lastPress(form)?.at ?? 0;
      const saved = Math.max(form.savedAt ?? Number.POSITIVE_INFINITY, pressedAt, this.heldAt.get(form) ?? 0);
      return Math.max(since, saved, ...form.presses.map(heldUpUntil));
    };
    const waitsTooLong = (form: Form) =>
      form.device === device.name &&
      form.rep === rep &&
      !isGivenUp(form) &&
      !held.has(form) &&
      !form.presses.some(({ tab }) => tab.isFreezing) &&
      simulation.kernel.now - mayGoSince(form) > SLOW_BUT_SURE_MS &&
      this.facts.isOnDisk(form);
    const late = simulation.forms.find(waitsTooLong);
    this.assertInvariant(
      !late,
      'liveness',
      () => `${late ? this.facts.nameOf(late) : ''} waits over a connection that is only slow`,
    );
  }
}
