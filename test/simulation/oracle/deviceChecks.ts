import type { Seat } from '../rig/seat';
import { type Form, idsOf, isGivenUp, lastPress, wasQueued } from '../rig/forms';
import { entriesOnDisk, QUEUE_DATABASE } from '../rig/marks';
import type { App } from '../app/appEntry';
import type { Facts } from './facts';
import type { Must } from './violation';

/** From the first screen until everything on disk is visible. */
const VISIBLE_WITHIN_MS = 1_000;
/** Until a disk that could not be read is read again: the longest wait of a retry, and what the disk takes. */
const READ_AGAIN_WITHIN_MS = 5 * 60_000 + VISIBLE_WITHIN_MS;
/** Until a press is answered, besides the time of slow reads: 4 s, and what a disk takes that is not slow. */
const RELEASED_WITHIN_MS = 4_500;

/** Statuses that refuse nothing: the session has ended, or the outcome is unknown. */
const NO_REFUSAL: ReadonlySet<number> = new Set([401, 408, 425, 429]);

/** What is on the disks and on the screens. */
export class DeviceChecks {
  constructor(
    private facts: Facts,
    private must: Must,
  ) {}

  check(): void {
    const { simulation } = this.facts;
    const [error] = simulation.uncaught;
    this.must(error === undefined, 'uncaught', () =>
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
    const [inTheWay] = simulation.inTheWay;
    this.must(inTheWay === undefined, 'newerBuild', () => `tab ${inTheWay} keeps a newer build from its database`);
    const [uncorrected] = simulation.uncorrected;
    this.must(
      uncorrected === undefined,
      'corrected',
      () => `Edit of the refused ${uncorrected} corrects something else`,
    );
    for (const form of simulation.forms) {
      this.checkKept(form);
      this.checkReleased(form);
    }
    for (const seat of simulation.seats) {
      const { app } = seat;
      if (!app) continue;
      this.checkSession(seat, app);
      this.checkRefused(app);
      if (this.isSettled(seat)) {
        this.checkVisible(seat, app);
        this.checkDrafts(seat, app);
      }
    }
  }

  private checkKept(form: Form): void {
    const { facts, must } = this;
    if (isGivenUp(form) || !wasQueued(form)) return;
    const isKept = facts.isOnDisk(form) || facts.hasYes(form);
    must(isKept, 'nothingLost', () => `${facts.nameOf(form)} was said to be saved and is gone`);
  }

  private checkReleased(form: Form): void {
    const { facts, must } = this;
    const soundSince = facts.simulation.diskSoundSince.get(form.device) ?? 0;
    for (const press of form.presses) {
      const { at, tab, toldAt, slowReadMs, command } = press;
      if (command !== null || !tab.isAlive() || tab.stoodStillSince(at) || soundSince >= at) continue;
      const slowMs = (slowReadMs.after ?? facts.deviceOf(form).disk.slowReadMs) - slowReadMs.before;
      const took = (toldAt ?? facts.simulation.kernel.now) - at - slowMs;
      must(took <= RELEASED_WITHIN_MS, 'releasedIn4s', () => `${facts.nameOf(form)} had no answer for ${took} ms`);
    }
  }

  /** Past the first second, and what the disk takes to read the queue once, with a disk that was sound all the while. */
  private isSettled(seat: Seat): boolean {
    const { simulation } = this.facts;
    const { disk, name } = seat.device;
    const soundSince = simulation.diskSoundSince.get(name) ?? 0;
    const readMs = (disk.conditions.readMsPerKb * disk.usedBy(QUEUE_DATABASE)) / 1_000;
    const awakeSince = seat.tab?.thawedAt ?? 0;
    return (
      simulation.kernel.now >= Math.max(seat.firstScreenAt ?? 0, soundSince, awakeSince) + VISIBLE_WITHIN_MS + readMs
    );
  }

  /** A response that does not say no refuses nothing. */
  private checkRefused(app: App): void {
    const isWrong = (status: number | null) => status !== null && (status >= 500 || NO_REFUSAL.has(status));
    const wrong = app.entries().find(({ state, status }) => state === 'refused' && isWrong(status));
    this.must(!wrong, 'refusedByNo', () => `entry ${wrong?.id} counts as refused after a ${wrong?.status}`);
  }

  private checkVisible(seat: Seat, app: App): void {
    const { facts, must } = this;
    const { simulation } = facts;
    const { userId, status, queueStatus } = app.shown();
    if (status !== 'present') return;
    // It says that the disk can't be read, until its next try.
    const soundSince = simulation.diskSoundSince.get(seat.device.name) ?? 0;
    if (queueStatus === 'unreadable' && simulation.kernel.now < soundSince + READ_AGAIN_WITHIN_MS) return;
    const shown = new Set(app.entries().map(({ id }) => id));
    for (const id of entriesOnDisk(seat.device)) {
      const form = simulation.formsOfWrite.get(id)?.[0];
      must(form !== undefined, 'identity', () => `entry ${id} is of no form`);
      if (!form || shown.has(id) || simulation.server.cast.reps[form.rep]?.id !== userId || !this.isDue(seat, form))
        continue;
      must(false, 'visible', () => `${facts.nameOf(form)} is on disk and not in the outbox of tab ${seat.place}`);
    }
  }

  /** A person was told that it is saved or replaced, or the tab was gone before this one opened. */
  private isDue(seat: Seat, form: Form): boolean {
    const { now } = this.facts.simulation.kernel;
    const command = form.presses.findLast((press) => press.command !== null);
    const presses = command ? [command] : form.presses;
    const told = presses.find(({ outcome }) => outcome?.told === 'queued')?.toldAt;
    if (typeof told === 'number') return now >= told + VISIBLE_WITHIN_MS;
    const isOrphan = presses.every(({ tab }) => !tab.isAlive() && (tab.endedAt ?? 0) <= (seat.firstScreenAt ?? 0));
    return isOrphan && lastPress(form) !== null;
  }

  private checkDrafts(seat: Seat, app: App): void {
    const { facts, must } = this;
    for (const { writeId } of app.offeredDrafts()) {
      const form = facts.simulation.forms.find((one) => idsOf(one).includes(writeId));
      if (form?.rep !== facts.simulation.repAt(seat)) continue;
      const isTaken = this.wasToldBefore(seat, form) || (facts.isOnDisk(form) && this.isDue(seat, form));
      must(!isTaken, 'draftOffered', () => `${facts.nameOf(form)} is taken and offered again`);
    }
  }

  /**
   * What another tab was told while this one was open it need not know, nor what was told in the second before. A tab
   * that ended within a second of it, or stood still, need not have taken its draft off the disk.
   */
  private wasToldBefore(seat: Seat, form: Form): boolean {
    const told = form.presses.find(({ outcome }) => outcome?.told === 'done' || outcome?.told === 'queued');
    if (!told) return false;
    const settledAt = (told.toldAt ?? 0) + VISIBLE_WITHIN_MS;
    const stoodStill = told.tab.stoodStillSince(told.toldAt ?? 0);
    const hasSettled = !stoodStill && (told.tab.endedAt ?? Number.POSITIVE_INFINITY) >= settledAt;
    return told.tab === seat.tab || (hasSettled && settledAt <= (seat.firstScreenAt ?? 0));
  }

  /** Who was signed in stays so unless the API itself said no. */
  private checkSession(seat: Seat, app: App): void {
    const { facts, must } = this;
    const { simulation } = facts;
    const { rep, wasRefused, isSignedOut } = simulation.expectedOf(seat.device);
    // Who was signed in stands on the disk: it must have been there to be read as the app opened.
    const couldRead = (simulation.diskSoundSince.get(seat.device.name) ?? 0) <= seat.openedAt;
    if (rep === null || !couldRead || !this.isSettled(seat)) return;
    const { status, userId } = app.shown();
    if (simulation.inactive.has(rep)) {
      const waits = simulation.forms.some(
        (form) => form.rep === rep && form.device === seat.device.name && facts.isOnDisk(form),
      );
      must(
        !waits || userId !== null || !wasRefused || isSignedOut,
        'deactivated',
        () => `rep ${rep} has changes on ${seat.device.name} and sees none`,
      );
      return;
    }
    must(
      wasRefused || status !== 'absent',
      'session',
      () => `rep ${rep} was signed out on ${seat.device.name} by nobody`,
    );
  }
}
