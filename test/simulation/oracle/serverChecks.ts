import { type Form, idsOf, isGivenUp, placingPresses, wasDone, wasQueued, wasRefusedInForm } from '../rig/forms';
import type { Effect } from '../rig/ledger';
import { dependsOn } from './dependence';
import { type Facts, markIn } from './facts';
import type { AssertInvariant } from './violation';

/** A try reads from the disk what it has to wait for at most so long before its request leaves, ms. */
const READ_BEFORE_SENT_MS = 1_000;

const numberOf = ({ presses }: Form) => presses.find(({ command }) => command === null)?.number ?? 0;

/** The form was moved while the other one, which was pressed after it, was not on the disk yet. */
function wasMovedWithout(other: Form, form: Form): boolean {
  const isMoved = placingPresses(form).some(({ command }) => command === 'move');
  const isSavedLater = form.savedAt !== null && other.savedAt !== null && form.savedAt < other.savedAt;
  return isMoved && isSavedLater && numberOf(form) < numberOf(other);
}

/** It was saved before the other was pressed, or pressed before it in the same tab. */
function isBefore(earlier: Form, later: Form): boolean {
  const presses = placingPresses(later);
  const first = later.call === 'submitVisit' ? presses.at(-1) : presses[0];
  if (!first || earlier.savedAt === null || wasMovedWithout(earlier, later)) return false;
  // A move asks the server first. What it moves comes behind all that was saved until then.
  const isPressedBefore = placingPresses(earlier).every(
    ({ tab, number, command }) => command === null && tab === first.tab && number < first.number,
  );
  return earlier.savedAt < first.at || isPressedBefore;
}

/** What it may take effect as: not as what a command has replaced, unless the person knew that it may be recorded. */
const standingPresses = ({ presses, wasWarned }: Form) =>
  presses.filter(({ replacedAt }) => wasWarned || replacedAt === null);

/** What takes effect on the server. */
export class ServerChecks {
  constructor(
    private facts: Facts,
    private assertInvariant: AssertInvariant,
  ) {}

  /** At the moment of the effect: what waits on the disks then may be gone soon after. */
  checkEffect(effect: Effect): void {
    const { facts, assertInvariant } = this;
    const form = facts.formOfEffect(effect);
    if (!form) {
      assertInvariant(
        effect.userId === facts.simulation.server.fixtures.admin.user.id,
        'owner',
        () => `${effect.after} is nobody's change`,
      );
      return;
    }
    const name = facts.nameOf(form);
    const owner = facts.simulation.server.fixtures.reps[form.rep]?.id;
    assertInvariant(effect.userId === owner, 'owner', () => `${name} took effect as ${effect.userId}`);
    const said = standingPresses(form).some(({ mark }) => mark === null || mark === markIn(effect.after));
    assertInvariant(said, 'done', () => `${name} took effect as ${effect.after}`);
    this.checkOnce(form);
    this.checkOrder(form);
    this.checkPrice(effect, form);
    this.checkBase(effect, form);
  }

  /** A start may continue a visit and change nothing: its order shows at the Yes. */
  checkYes(key: string): void {
    for (const form of this.facts.simulation.formsOfWrite.get(key) ?? []) {
      if (form.call === 'startVisit') this.checkOrder(form);
    }
  }

  private checkOnce(form: Form): void {
    const { length } = this.facts.effectsOf(form);
    const most = form.wasWarned ? idsOf(form).length : 1;
    this.assertInvariant(length <= most, 'oneEffect', () => `${this.facts.nameOf(form)} took effect ${length} times`);
  }

  private checkOrder(form: Form): void {
    const { facts, assertInvariant } = this;
    for (const earlier of facts.simulation.forms) {
      if (!dependsOn(form, earlier) || isGivenUp(earlier)) continue;
      if (!isBefore(earlier, form) && !this.isDeliveredBefore(earlier, form)) continue;
      // A start continues an open visit only.
      if (form.call === 'startVisit' && facts.isVisitOver(earlier)) continue;
      // That start creates nothing. A delivery goes into the visit which was there already.
      if (form.call === 'createDelivery' && facts.continuesKnownVisit(earlier)) continue;
      // Its form showed the refusal. The disk could not remove the entry, and the next pass gets the same refusal.
      if (!wasQueued(earlier) && wasRefusedInForm(earlier)) continue;
      const waits = facts.isOnDisk(earlier) && !facts.isAccepted(earlier);
      assertInvariant(!waits, 'order', () => `${facts.nameOf(form)} overtook ${facts.nameOf(earlier)}`);
    }
  }

  /** It was delivered, and saved, in the visit that the request of the other submits. */
  private isDeliveredBefore(earlier: Form, later: Form): boolean {
    if (later.call !== 'submitVisit' || earlier.call !== 'createDelivery' || earlier.savedAt === null) return false;
    const { facts } = this;
    const sentAt = facts.sentAt(later);
    const isDiskSound = (facts.simulation.diskSoundSince.get(later.device) ?? 0) < earlier.savedAt;
    return sentAt !== null && isDiskSound && earlier.savedAt < sentAt - READ_BEFORE_SENT_MS;
  }

  /** A line has the price that its form showed; one that was there before keeps its own. */
  private checkPrice(effect: Effect, form: Form): void {
    if (effect.entity !== 'delivery') return;
    const presses = standingPresses(form).filter(({ mark }) => mark === markIn(effect.after));
    const shown = presses.flatMap(({ priceCents }) => priceCents ?? []);
    const isAsBefore = effect.isNew || effect.priceCents === effect.priceBefore;
    this.assertInvariant(
      isAsBefore && (shown.length === 0 || shown.includes(effect.priceCents ?? 0)),
      'price',
      () =>
        `${this.facts.nameOf(form)} showed ${shown.join('/')} cents, recorded are ${effect.priceCents} over ${effect.priceBefore}`,
    );
  }

  /** Whoever else wrote what is changed now, the form showed it. */
  private checkBase(effect: Effect, form: Form): void {
    if (effect.isNew || effect.before === null || form.baseMark === null) return;
    const before = markIn(effect.before);
    const { effects } = this.facts.simulation.server.ledger;
    const writer = effects.findLast(({ id, after }) => id === effect.id && after === effect.before);
    const other = writer && this.facts.formOfEffect(writer);
    const isOwn = other?.device === form.device && other.rep === form.rep;
    if (isOwn || this.hasShown(form, before)) return;
    this.assertInvariant(
      false,
      'overwritten',
      () => `${this.facts.nameOf(form)} was made over ${form.baseMark} and replaced ${before}`,
    );
  }

  /** The form was opened over this content, or over an own change of it that was discarded or moved since. */
  private hasShown(form: Form, mark: string): boolean {
    if (form.baseMark === mark || form.movedFromMark === mark) return true;
    const hasLeft = (other: Form) => isGivenUp(other) || other.movedFromMark !== undefined;
    const below = this.facts.simulation.forms.filter(
      (other) => other.number < form.number && hasLeft(other) && other.marks.includes(form.baseMark ?? ''),
    );
    return below.some((other) => this.hasShown(other, mark));
  }

  /** What a person discarded that was on this device only, or that the server has cancelled. */
  checkDiscards(): void {
    const { facts, assertInvariant } = this;
    for (const form of facts.simulation.forms) {
      if (form.discarded === null || form.discarded === 'mayBeRecorded') continue;
      // The person was warned that an earlier id of the form may be recorded, and went on under a new one.
      const isRecorded = form.wasWarned ? facts.simulation.accepted.has(form.content.writeId) : facts.isAccepted(form);
      assertInvariant(
        !isRecorded,
        'discardReported',
        () => `${facts.nameOf(form)} was discarded as ${form.discarded}, and is recorded`,
      );
    }
  }

  /** Nothing is in the tables that the ledger has not seen. */
  async checkTables(): Promise<void> {
    const { ledger } = this.facts.simulation.server;
    const known = new Set(ledger.effects.map(({ id }) => id));
    const stranger = (await ledger.allIds()).find(({ id }) => !known.has(id));
    this.assertInvariant(!stranger, 'tables', () => `${stranger?.id} appeared in the tables unnoticed`);
  }

  /** Each form that was taken has its own effect. */
  checkEveryForm(isRefused: (form: Form) => boolean): void {
    const { facts, assertInvariant } = this;
    for (const form of facts.simulation.forms) {
      // A start may continue a visit that is open already, and a change to what stands there changes nothing.
      if (form.call === 'startVisit' || isGivenUp(form) || isRefused(form) || facts.isOnDisk(form)) continue;
      const isTaken = wasQueued(form) || wasDone(form) || facts.isAccepted(form);
      const mayBeNothing = form.call !== 'createDelivery' && facts.hasDouble(form);
      const hasEffect = facts.effectsOf(form).length > 0;
      assertInvariant(
        !isTaken || mayBeNothing || hasEffect,
        'everyForm',
        () => `${facts.nameOf(form)} has had no effect`,
      );
    }
  }
}
