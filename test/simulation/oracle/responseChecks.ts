import type { Sent } from '../browser/network';
import { type Form, idsOf, isGivenUp, lastPress } from '../rig/forms';
import { type Facts, markIn } from './facts';
import type { AssertInvariant } from './violation';

/** Refusals of what a request asks for; the others speak of the session or of the server. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 422]);

/** The path of a change, with the id of its record. */
const CHANGED = /^\/api\/(?:visits|deliveries)\/([^/]+)/;

/** What the server responds, whether a device hears of it or not. */
export class ResponseChecks {
  /** What was said Yes to under each key. */
  private recorded = new Map<string, string>();

  constructor(
    private facts: Facts,
    private assertInvariant: AssertInvariant,
  ) {}

  check(sent: Sent): void {
    if (sent.key === null || sent.method === 'GET' || sent.status === null) return;
    this.checkRepeat(sent, sent.key, sent.status);
    if (sent.status === 412) this.checkConflict(sent);
  }

  private checkRepeat(sent: Sent, key: string, status: number): void {
    const text = `${sent.method} ${sent.path} ${sent.body}`;
    if (status < 300) this.recorded.set(key, text);
    const isRefused = REFUSALS.has(status) && this.recorded.get(key) === text;
    this.assertInvariant(
      !isRefused,
      'repeat',
      () => `${sent.method} ${sent.path} was recorded, and its repeat got ${status}`,
    );
  }

  /** A start of its visit has continued one that was there, so a change that was made over that start conflicts. */
  private hasContinued(form: Form): boolean {
    const { facts } = this;
    return facts.simulation.forms.some(
      (other) =>
        other.call === 'startVisit' &&
        facts.isSameVisit(form, other) &&
        facts.isAccepted(other) &&
        facts.effectsOf(other).length === 0,
    );
  }

  /** Nobody has changed the record since the form showed it. A version may differ though its content does not. */
  private checkConflict(sent: Sent): void {
    const { facts } = this;
    const form = facts.formOf(sent);
    const [, id = ''] = CHANGED.exec(sent.path) ?? [];
    // A late request under the id from before a correction was made over what the form showed then.
    if (!form || form.baseMark === null || sent.key !== form.content.writeId) return;
    const { ledger } = facts.simulation.server;
    const writer = ledger.effects.findLast((effect) => effect.id === id);
    const maker = writer && facts.formOfEffect(writer);
    // A change over one that was discarded goes by the version before it.
    // Another change said the same as what stands: the form may have shown that one, which waited.
    const isUnclear = maker && (isGivenUp(maker) || facts.hasDouble(maker));
    const isOpen = ledger.wasSavedUnchanged(id) || isUnclear || this.hasContinued(form);
    // What stands there may have stood there before, under another version.
    const asShown = ledger.effects.filter((effect) => effect.id === id && markIn(effect.after) === form.baseMark);
    const isShown = asShown.length <= 1 && markIn(ledger.contentOf(id) ?? '') === form.baseMark;
    // The device need not know of an effect that the person was warned of and discarded. A form over a discarded change
    // goes by the version that this one was made over.
    const isOverDiscarded = facts.simulation.forms.some(
      (other) =>
        isGivenUp(other) &&
        (other.marks.includes(form.baseMark ?? '') || idsOf(other).includes(form.content.base?.over ?? '')),
    );
    // Another tab may have offered its draft once more: it shows the conflict, and the person decides.
    const isOfSameTab = form.correctedIn === lastPress(form)?.tab;
    const isItself = maker && maker === form.corrected && isOfSameTab && !isGivenUp(maker) && !isOverDiscarded;
    this.assertInvariant(
      !isItself,
      'conflict',
      () => `${facts.nameOf(form)} met a conflict with what its Save had corrected`,
    );
    this.assertInvariant(
      isOpen || !isShown,
      'conflict',
      () => `${facts.nameOf(form)} met a conflict, and nobody made a change`,
    );
  }
}
