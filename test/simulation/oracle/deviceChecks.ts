import type { TabSlot } from '../rig/tabSlot';
import { type Form, idsOf, isGivenUp, lastPress, NO_REFUSAL, type Press, wasQueued } from '../rig/forms';
import { QUEUE_DATABASE } from '../../browser/device/queueRecords';
import { entriesOnDisk } from '../rig/marks';
import type { App } from '../app/appEntry';
import type { Facts } from './facts';
import type { AssertInvariant } from './violation';

/** From the first screen, or a change, until everything on disk is visible. */
export const VISIBLE_WITHIN_MS = 1_000;
/** Until a disk that could not be read is read again: the time between two reads, and what a read takes at most. */
const READ_AGAIN_WITHIN_MS = 8_000;
/** Until a write of a draft or a slice that failed is repeated: 2 s, and a commit. */
const REPEATED_WITHIN_MS = 3_000;
/** Until a press has an outcome, besides the time of slow reads: 4 s, and what a disk takes that is not slow. */
const SUBMIT_LIMIT_MS = 4_500;

/** Until a tab shows what is on its disk: a slow disk takes its time to read the bytes of the queue once, ms. */
function visibleWithinMs({ device: { disk } }: TabSlot): number {
  return VISIBLE_WITHIN_MS + (disk.conditions.readMsPerKb * disk.usedBy(QUEUE_DATABASE)) / 1_000;
}

/** What is on the disks and on the screens. */
export class DeviceChecks {
  constructor(
    private facts: Facts,
    private assertInvariant: AssertInvariant,
  ) {}

  check(): void {
    const { simulation } = this.facts;
    const [error] = simulation.uncaught;
    this.assertInvariant(error === undefined, 'uncaught', () =>
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
    const [inTheWay] = simulation.inTheWay;
    this.assertInvariant(
      inTheWay === undefined,
      'newerBuild',
      () => `tab ${inTheWay} keeps a newer build from its database`,
    );
    const [uncorrected] = simulation.uncorrected;
    this.assertInvariant(
      uncorrected === undefined,
      'corrected',
      () => `Edit of the refused ${uncorrected} corrects something else`,
    );
    for (const form of simulation.forms) {
      this.checkNothingLost(form);
      this.checkOutcomeTime(form);
    }
    for (const slot of simulation.slots) {
      const { app } = slot;
      if (!app) continue;
      this.checkSession(slot, app);
      this.checkRefused(app);
      if (this.isSettled(slot) && !this.isUnread(slot, app)) {
        this.checkVisible(slot, app);
        this.checkDrafts(slot, app);
      }
    }
  }

  private checkNothingLost(form: Form): void {
    const { facts, assertInvariant } = this;
    if (isGivenUp(form) || !wasQueued(form)) return;
    const isStored = facts.isOnDisk(form) || facts.isAccepted(form);
    assertInvariant(isStored, 'nothingLost', () => `${facts.nameOf(form)} was said to be saved and is gone`);
  }

  private checkOutcomeTime(form: Form): void {
    const { facts, assertInvariant } = this;
    const soundSince = facts.simulation.diskSoundSince.get(form.device) ?? 0;
    for (const press of form.presses) {
      const { at, tab, shownAt, slowReadMs, command } = press;
      // It joins the one before it, which is checked itself.
      const joins = form.presses.some(
        (other) => other.number < press.number && other.tab === tab && (other.shownAt ?? Number.POSITIVE_INFINITY) > at,
      );
      if (command !== null || joins || !tab.isAlive() || tab.stoodStillSince(at) || soundSince >= at) continue;
      const slowMs = (slowReadMs.after ?? facts.deviceOf(form).disk.slowReadMs) - slowReadMs.before;
      const took = (shownAt ?? facts.simulation.kernel.now) - at - slowMs;
      assertInvariant(
        took <= SUBMIT_LIMIT_MS,
        'outcomeIn4s',
        () => `${facts.nameOf(form)} had no outcome for ${took} ms`,
      );
    }
  }

  /**
   * Past the first second, and what the disk takes to read the queue once, with a disk that was sound all the while.
   */
  private isSettled(slot: TabSlot): boolean {
    const { simulation } = this.facts;
    const soundSince = simulation.diskSoundSince.get(slot.device.name) ?? 0;
    const awakeSince = slot.tab?.thawedAt ?? 0;
    const since = Math.max(slot.firstScreenAt ?? 0, soundSince, awakeSince);
    return simulation.kernel.now >= since + visibleWithinMs(slot);
  }

  /** A response that does not say no refuses nothing. */
  private checkRefused(app: App): void {
    const isWrong = (status: number | null) => status !== null && (status >= 500 || NO_REFUSAL.has(status));
    const wrong = app.entries().find(({ state, status }) => state === 'refused' && isWrong(status));
    this.assertInvariant(
      !wrong,
      'refusedByServer',
      () => `entry ${wrong?.id} counts as refused after a ${wrong?.status}`,
    );
  }

  /** It says that the disk can't be read, until its next try. */
  private isUnread({ device }: TabSlot, app: App): boolean {
    const { diskSoundSince, kernel } = this.facts.simulation;
    const soundSince = diskSoundSince.get(device.name) ?? 0;
    return app.shown().queueStatus === 'unreadable' && kernel.now < soundSince + READ_AGAIN_WITHIN_MS;
  }

  private checkVisible(slot: TabSlot, app: App): void {
    const { facts, assertInvariant } = this;
    const { simulation } = facts;
    const { userId, status } = app.shown();
    if (status !== 'present') return;
    const shown = new Set(app.entries().map(({ id }) => id));
    for (const id of entriesOnDisk(slot.device)) {
      const form = simulation.formsOfWrite.get(id)?.[0];
      assertInvariant(form !== undefined, 'identity', () => `entry ${id} is of no form`);
      if (!form || shown.has(id) || simulation.server.fixtures.reps[form.rep]?.id !== userId || !this.isDue(slot, form))
        continue;
      assertInvariant(
        false,
        'visible',
        () => `${facts.nameOf(form)} is on disk and not in the outbox of tab ${slot.index}`,
      );
    }
  }

  /** The app reported it as saved or replaced, or its tab ended before this one opened. */
  private isDue(slot: TabSlot, form: Form): boolean {
    const { now } = this.facts.simulation.kernel;
    const command = form.presses.findLast((press) => press.command !== null);
    const presses = command ? [command] : form.presses;
    const reportedAt = presses.find(({ outcome }) => outcome?.shown === 'queued')?.shownAt;
    if (typeof reportedAt === 'number') return now >= reportedAt + visibleWithinMs(slot);
    const isOrphan = presses.every(({ tab }) => !tab.isAlive() && (tab.endedAt ?? 0) <= (slot.firstScreenAt ?? 0));
    return isOrphan && lastPress(form) !== null;
  }

  private checkDrafts(slot: TabSlot, app: App): void {
    const { facts, assertInvariant } = this;
    for (const { writeId } of app.offeredDrafts()) {
      const form = facts.simulation.forms.find((one) => idsOf(one).includes(writeId));
      if (form?.rep !== facts.simulation.repAt(slot)) continue;
      const isTaken = this.wasShownBefore(slot, form) || (facts.isOnDisk(form) && this.isDue(slot, form));
      assertInvariant(!isTaken, 'draftOffered', () => `${facts.nameOf(form)} is taken and offered again`);
    }
  }

  /**
   * This tab need not know an outcome that another tab showed while this one was open, or in the second before. A tab
   * that ended within a second of it, or stood still, need not have removed its draft from the disk. Nor must one whose
   * disk took no writes, or each for seconds, until it ended or until this tab read the disk. A tab that could not read
   * the disk before the press may read the draft of before after it.
   */
  private wasShownBefore(slot: TabSlot, form: Form): boolean {
    const { diskSoundSince, kernel } = this.facts.simulation;
    const isTaken = ({ outcome }: Press) => outcome?.shown === 'done' || outcome?.shown === 'queued';
    // Each press stores the draft again, so the tab of the last one removes it. That press may have had no success.
    const last = form.presses.at(-1);
    if (!last || !isTaken(last)) return false;
    const stoodStill = last.tab.stoodStillSince(last.shownAt ?? 0);
    const endedAt = last.tab.endedAt ?? kernel.now;
    const soundSince = diskSoundSince.get(form.device) ?? 0;
    const removedAt = Math.max((last.shownAt ?? 0) + VISIBLE_WITHIN_MS, soundSince + REPEATED_WITHIN_MS);
    const isRemoved = !stoodStill && endedAt >= removedAt;
    if (last.tab === slot.tab) return !slot.device.disk.wasUnreadableSince(last.at - READ_AGAIN_WITHIN_MS);
    return isRemoved && removedAt <= (slot.firstScreenAt ?? 0);
  }

  /** Who was signed in stays so unless the API itself said no. */
  private checkSession(slot: TabSlot, app: App): void {
    const { facts, assertInvariant } = this;
    const { simulation } = facts;
    const { rep, wasRefused, isSignedOut, signingIn, signedInAt } = simulation.expectedOf(slot.device);
    const { status, userId } = app.shown();
    if (userId !== null) slot.shownUserAt = simulation.kernel.now;
    // Who was signed in stands on the disk: it must have been there to be read as the app opened.
    const couldRead = (simulation.diskSoundSince.get(slot.device.name) ?? 0) <= slot.openedAt;
    if (rep === null || signingIn?.isAlive() || !couldRead || !this.isSettled(slot)) return;
    const lastCheck = slot.device.network.sent.findLast(({ tab, path }) => tab === slot.tab && path === '/api/auth/me');
    const isUnanswered = lastCheck !== undefined && !lastCheck.isReceived;
    // It was open during a sign-in in another tab, and the server has not said yet who signed in.
    const isFollowing = slot.openedAt <= signedInAt && slot.shownUserAt < signedInAt;
    const hasNoResponse = isFollowing && (isUnanswered || lastCheck?.status === null);
    if (simulation.inactive.has(rep)) {
      const waits = simulation.forms.some(
        (form) => form.rep === rep && form.device === slot.device.name && facts.isOnDisk(form),
      );
      assertInvariant(
        !waits || userId !== null || !wasRefused || isSignedOut || isUnanswered,
        'deactivated',
        () => `rep ${rep} has changes on ${slot.device.name} and sees none`,
      );
      return;
    }
    assertInvariant(
      wasRefused || hasNoResponse || status !== 'absent',
      'session',
      () => `rep ${rep} was signed out on ${slot.device.name} by nobody`,
    );
  }
}
