import { type Form, wasDone, wasQueued } from '../world/forms';
import type { Effect } from '../world/ledger';
import { type Facts, markIn } from './facts';
import type { Must } from './violation';

/** Whether B must not take effect before A, by what the two are about. */
function dependsOn(later: Form, earlier: Form): boolean {
  if (later === earlier || later.rep !== earlier.rep || later.device !== earlier.device) return false;
  const isSameVisit = later.visit !== null && later.visit === earlier.visit;
  if (isSameVisit && earlier.call === 'startVisit') return later.call !== 'startVisit';
  if (isSameVisit && (later.call === 'submitVisit' || later.call === 'updateVisit')) return true;
  const isSameDelivery = later.delivery !== null && later.delivery === earlier.delivery;
  return isSameDelivery && later.call === 'updateDelivery';
}

/** What takes effect on the server. */
export class ServerChecks {
  constructor(
    private facts: Facts,
    private must: Must,
  ) {}

  /** At the moment of the effect: what waits on the disks then may be gone soon after. */
  checkEffect(effect: Effect): void {
    const { facts, must } = this;
    const form = facts.formOfEffect(effect);
    if (!form) {
      must(
        effect.userId === facts.world.server.cast.admin.user.id,
        'owner',
        () => `${effect.after} is nobody's change`,
      );
      return;
    }
    const name = facts.nameOf(form);
    const owner = facts.world.server.cast.reps[form.rep]?.id;
    must(effect.userId === owner, 'owner', () => `${name} took effect as ${effect.userId}`);
    this.checkOnce(effect, form);
    this.checkOrder(form);
    this.checkPrice(effect, form);
    this.checkBase(effect, form);
  }

  private checkOnce(effect: Effect, form: Form): void {
    const { facts, must } = this;
    if (form.call === 'createDelivery') {
      const alike = facts.alike(form);
      const made = facts.creationsOf(alike).length;
      must(made <= alike.length, 'oneEffect', () => `${facts.nameOf(form)} took effect ${made} times`);
    } else if (form.call === 'updateDelivery' || form.call === 'updateVisit') {
      const alike = facts.alike(form);
      const same = facts.world.server.ledger.effects.filter(
        ({ id, after }) => id === effect.id && form.marks.includes(markIn(after)),
      );
      must(same.length <= alike.length, 'oneEffect', () => `${facts.nameOf(form)} took effect ${same.length} times`);
    } else if (form.call === 'startVisit') this.checkStarts(effect, form);
  }

  private checkStarts({ locationId }: Effect, form: Form): void {
    const { facts, must } = this;
    const { effects } = facts.world.server.ledger;
    const visits = effects.filter(
      (effect) =>
        effect.entity === 'visit' &&
        effect.isNew &&
        effect.locationId === locationId &&
        facts.formOfEffect(effect)?.rep === form.rep,
    );
    const starts = facts.world.forms.filter(
      (other) => other.call === 'startVisit' && other.rep === form.rep && other.locationId === locationId,
    );
    must(visits.length <= starts.length, 'oneEffect', () => `${visits.length} visits of ${starts.length} starts`);
  }

  private checkOrder(form: Form): void {
    const { facts, must } = this;
    const pressedAt = form.presses[0]?.at ?? 0;
    for (const earlier of facts.world.forms) {
      if (!dependsOn(form, earlier) || earlier.savedAt === null || earlier.savedAt >= pressedAt || earlier.discarded)
        continue;
      const waits = facts.onDisk(earlier).length > 0 && !facts.hasYes(earlier);
      must(!waits, 'order', () => `${facts.nameOf(form)} overtook ${facts.nameOf(earlier)}`);
    }
  }

  private checkPrice(effect: Effect, form: Form): void {
    if (effect.entity !== 'delivery') return;
    const shown = effect.isNew ? form.presses.map(({ priceCents }) => priceCents) : [effect.priceBefore];
    this.must(
      shown.includes(effect.priceCents),
      'price',
      () => `${this.facts.nameOf(form)} showed ${shown.join('/')} cents, recorded are ${effect.priceCents}`,
    );
  }

  /** Whoever else wrote what is changed now, the form showed it. */
  private checkBase(effect: Effect, form: Form): void {
    if (effect.isNew || effect.before === null || form.baseMark === null) return;
    const before = markIn(effect.before);
    const { effects } = this.facts.world.server.ledger;
    const writer = effects.findLast(({ id, after }) => id === effect.id && after === effect.before);
    const other = writer && this.facts.formOfEffect(writer);
    const isOwn = other?.device === form.device && other.rep === form.rep;
    if (isOwn || before === form.baseMark) return;
    this.must(
      false,
      'overwritten',
      () => `${this.facts.nameOf(form)} was made over ${form.baseMark} and replaced ${before}`,
    );
  }

  /** What a person discarded with the words that it is on this device only. */
  checkDiscards(): void {
    const { facts, must } = this;
    for (const form of facts.world.forms) {
      if (form.discarded !== 'onlyHere') continue;
      must(
        !facts.hasYes(form),
        'discardTold',
        () => `${facts.nameOf(form)} was discarded as only here, and is recorded`,
      );
    }
  }

  /** Nothing is in the tables that the ledger has not seen. */
  async checkTables(): Promise<void> {
    const { ledger } = this.facts.world.server;
    const known = new Set(ledger.effects.map(({ id }) => id));
    const stranger = (await ledger.allIds()).find(({ id }) => !known.has(id));
    this.must(!stranger, 'tables', () => `${stranger?.id} appeared in the tables unnoticed`);
  }

  /** Each form that was taken has its own effect. */
  checkEveryForm(isRefused: (form: Form) => boolean): void {
    const { facts, must } = this;
    for (const form of facts.world.forms) {
      if (form.call !== 'createDelivery') continue;
      const alike = facts.alike(form);
      const taken = alike.filter(
        (one) =>
          (wasQueued(one) || wasDone(one) || facts.hasYes(one)) &&
          !one.discarded &&
          !isRefused(one) &&
          facts.onDisk(one).length === 0,
      );
      const made = facts.creationsOf(alike).length;
      must(made >= taken.length, 'everyForm', () => `${facts.nameOf(form)}: ${taken.length} forms, ${made} effects`);
    }
  }
}
