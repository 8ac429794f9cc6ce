import type { Sent } from '../browser/network';
import type { SimDevice } from '../browser/simDevice';
import type { SimTab } from '../browser/simTab';
import type { Press } from '../rig/forms';
import { TABS } from '../rig/simulation';
import { type Facts, saysMark } from './facts';
import { armedRetries, FIRST_GAP_MS, isBusyResponse, lateStarts, saysDeactivated, wasCutOff } from './sentFacts';
import type { AssertInvariant } from './violation';

const BUSY_WINDOW_MS = 10_000;
const BUSY_REQUESTS_MAX = 3;
/** What opens the way for entries may take so long to do so: a tab that opens asks first who is signed in. */
const TRIGGER_LASTS_MS = 20_000;

/** The longest wait for a retry, ms. A trigger may wait as long. */
const LONGEST_WAIT_MS = 300_000;

/** A request so long after each press of its form is no first try (invariant 26), ms. */
const FIRST_TRY_LASTS_MS = 4_500;

const isWrite = ({ method }: Sent) => method !== 'GET';

/** A tab that woke knows within this time that another one took its lock, ms. */
const STEAL_NOTICED_WITHIN_MS = 1_000;

/** A tab whose lock was stolen while it was frozen notices that a little after it wakes up. The key covers that. */
const hasJustWoken = (tab: SimTab, at: number) => tab.stoodStillSince(at - STEAL_NOTICED_WITHIN_MS);

/** Whether a press was what its form said at that time. */
const stoodAt = (time: number) => (press: Press) =>
  press.at <= time && (press.replacedAt === null || press.replacedAt > time);

/** What the devices have sent. */
export class WireChecks {
  private seen = new Map<SimDevice, number>();
  private byKey = new Map<string, Sent[]>();

  constructor(
    private facts: Facts,
    private assertInvariant: AssertInvariant,
  ) {}

  check(): void {
    for (const device of this.facts.simulation.devices) {
      const { sent } = device.network;
      for (const one of sent.slice(this.seen.get(device) ?? 0)) this.checkSent(one);
      this.seen.set(device, sent.length);
      this.checkBusy(device);
    }
  }

  private checkSent(sent: Sent): void {
    const { assertInvariant } = this;
    const text = sent.path + sent.body;
    assertInvariant(
      !/local-[0-9a-f]/.test(text),
      'noLocalIds',
      () => `${sent.method} ${sent.path} speaks of a local id`,
    );
    if (sent.key === null || !isWrite(sent)) return;
    const isForms = /^\/api\/(visits|deliveries)/.test(sent.path);
    assertInvariant(
      !isForms || this.facts.formOf(sent) !== null,
      'identity',
      () => `${sent.path} was sent as ${sent.key}`,
    );
    const before = this.byKey.get(sent.key) ?? [];
    this.byKey.set(sent.key, [...before, sent]);
    const other = before.find(({ body }) => body !== sent.body) ?? sent;
    assertInvariant(
      this.isWhatWasSaid(sent, other),
      'sameBytes',
      () => `${sent.key} was sent as ${other.body} and ${sent.body}`,
    );
    this.checkOwner(sent);
    this.checkSenders(sent, before);
    this.checkCount(sent, before);
  }

  /**
   * A form that was not saved may be changed and pressed again: it goes on under its id, and its bytes are those of a
   * press. From the press on that was said to be saved they are those of that one. A draft that is offered again after
   * the server has its write may be changed too: the server then responds with what it has recorded. A tab that has
   * just woken up does not know what was pressed in another tab meanwhile.
   */
  private isWhatWasSaid(sent: Sent, other: Sent): boolean {
    const form = this.facts.formOf(sent);
    const presses = form?.presses.filter(stoodAt(sent.at)) ?? [];
    const last = presses.at(-1);
    if (form && last && this.facts.isAccepted(form) && saysMark(sent.body, last)) return true;
    const knownAt = hasJustWoken(sent.tab, sent.at) ? (sent.tab.frozenAt ?? sent.at) : sent.at;
    const saved = presses.filter(({ outcome, shownAt }) => outcome?.shown === 'queued' && (shownAt ?? 0) <= knownAt);
    if (!saved.every((press) => saysMark(sent.body, press))) return false;
    return sent.body === other.body || presses.some((press) => press.mark !== null && saysMark(sent.body, press));
  }

  /** Only the person who made a change sends it. */
  private checkOwner(sent: Sent): void {
    const { facts, assertInvariant } = this;
    const form = facts.formOf(sent);
    const owner = form && facts.simulation.server.fixtures.reps[form.rep]?.id;
    assertInvariant(
      !form || sent.userId === owner,
      'owner',
      () => `${form && facts.nameOf(form)} was sent by ${sent.userId}`,
    );
  }

  private checkSenders(sent: Sent, before: readonly Sent[]): void {
    const isAtIt = ({ tab, at, endedAt }: Sent) =>
      tab !== sent.tab && tab.isAlive() && !hasJustWoken(tab, at) && (endedAt === null || endedAt > sent.at);
    const other = before.find(isAtIt);
    this.assertInvariant(
      !other || hasJustWoken(sent.tab, sent.at),
      'oneSender',
      () => `${sent.key} is sent by two tabs at once`,
    );
  }

  private checkCount(sent: Sent, before: readonly Sent[]): void {
    const { facts, assertInvariant } = this;
    const form = facts.formOf(sent);
    const first = before[0] ?? sent;
    const device = sent.tab.device.name;
    const triggers = facts.simulation.triggers.filter(
      ({ at, device: of }) => of === device && at >= first.at - TRIGGER_LASTS_MS && at <= sent.at,
    );
    const presses = facts.pressesOf(sent.key ?? '', [...before, sent]);
    const isByTimer = presses === 0 && !triggers.some(({ at }) => at <= first.at);
    const tabs = this.retryingTabs(sent, before);
    const retries = tabs * (armedRetries(sent.at - first.at) + (isByTimer ? 1 : 0));
    const cutOff = before.filter(wasCutOff).length;
    const uncounted = cutOff + (before.some(saysDeactivated) ? 1 : 0) + this.unorderedTabs(sent, first);
    // A form that is pressed again after a try, and then queued, begins a new series of tries.
    const isQueuedAgain = form?.presses.some(({ at, outcome }) => at > first.at && outcome?.shown === 'queued');
    const extra = [isQueuedAgain, this.isInPass(sent, first)].filter(Boolean).length;
    const late = lateStarts(sent.tab.device.network.sent, triggers, first, sent.at, TRIGGER_LASTS_MS);
    const most = presses + triggers.length + late + retries + uncounted + extra;
    const count = before.length + 1;
    assertInvariant(
      count <= most,
      'requests',
      () => `${count} requests for ${form ? facts.nameOf(form) : sent.path}, at most ${most}`,
    );
  }

  /** A pass for what was pressed long before goes on, at once, with what is saved meanwhile. */
  private isInPass(sent: Sent, first: Sent): boolean {
    if (sent.at >= first.at + FIRST_GAP_MS) return false;
    return sent.tab.device.network.sent.some((other) => {
      const isBetween = other.at >= first.at && other.at <= sent.at && other.key !== sent.key;
      const form = isBetween ? this.facts.formOf(other) : null;
      return form?.presses.every(({ at }) => at < other.at - FIRST_TRY_LASTS_MS);
    });
  }

  /**
   * The tabs whose timers may set off a try: each waits as long as the disk says that the next try has to wait. A disk
   * with a fault may not have taken that, and then each of the tabs waits by a count of its own.
   */
  private retryingTabs(sent: Sent, before: readonly Sent[]): number {
    const soundSince = this.facts.simulation.diskSoundSince.get(sent.tab.device.name) ?? 0;
    const firstAt = before[0]?.at ?? sent.at;
    return soundSince > firstAt ? new Set([sent, ...before].map(({ tab }) => tab)).size : 1;
  }

  /**
   * The tabs, when the clock was set back since a trigger that waited for a pause or a retry: a tab can't know
   * then whether another one tried the entry before or after the trigger.
   */
  private unorderedTabs({ at, tab }: Sent, first: Sent): number {
    const { setBackAt } = tab.device;
    return setBackAt <= at && setBackAt > first.at - LONGEST_WAIT_MS ? TABS : 0;
  }

  /** A press sets off a request of its own, and so do Sign in, Sign out and a command that cancels a write. */
  private isPressed(sent: Sent): boolean {
    if (sent.path.startsWith('/api/auth/') || sent.path.startsWith('/api/writes/')) return true;
    const index = this.byKey.get(sent.key ?? '')?.indexOf(sent) ?? 0;
    return sent.key !== null && index < this.facts.pressesOf(sent.key, this.byKey.get(sent.key) ?? []);
  }

  /** Each trigger may request the session once in each tab; a timer may not. */
  private checkSessionRequests(device: SimDevice, isIn: (at: number) => boolean, triggers: number): void {
    const requests = device.network.sent.filter(
      ({ at, path, fault }) => isIn(at) && path === '/api/auth/me' && fault !== 'offline',
    ).length;
    const most = BUSY_REQUESTS_MAX + TABS * triggers;
    this.assertInvariant(
      requests <= most,
      'busy',
      () => `${requests} requests of the session within 10 s of "busy" (${device.name})`,
    );
  }

  /**
   * What nobody pressed, from the tabs that must pause. The pause is shared through the disk: one with a fault may not
   * have stored it, and it applies to its own tab.
   */
  private unpressed(device: SimDevice, busy: Sent, after: number, until: number): Sent[] {
    const isShared = (this.facts.simulation.diskSoundSince.get(device.name) ?? 0) <= (busy.endedAt ?? 0);
    return device.network.sent.filter(
      (one) =>
        one.at > after &&
        one.at <= until &&
        (isShared || one.tab === busy.tab) &&
        one.fault !== 'offline' &&
        !this.isPressed(one),
    );
  }

  /** After its first 10 s, if nothing that lets entries be tried happens during the pause. */
  private checkRestOfPause(device: SimDevice, busy: Sent, from: number): void {
    const { simulation } = this.facts;
    const begun = busy.endedAt ?? 0;
    const isTriggered = simulation.triggers.some(
      ({ at, device: of }) => of === device.name && at > begun && at <= begun + busy.pauseMs,
    );
    const sent = this.unpressed(device, busy, from, begun + busy.pauseMs).filter(isWrite);
    this.assertInvariant(
      isTriggered || !isWrite(busy) || sent.length === 0,
      'busy',
      () => `${sent.length} requests in the rest of the pause (${device.name})`,
    );
  }

  /** In the first 10 s after a "busy" response, or during its `Retry-After`, besides what a person pressed. */
  private checkBusy(device: SimDevice): void {
    const { simulation } = this.facts;
    let over = 0;
    for (const busy of device.network.sent.filter(isBusyResponse)) {
      const from = busy.endedAt ?? 0;
      if (from < over || device.setAt >= from) continue;
      over = from + Math.min(BUSY_WINDOW_MS, busy.pauseMs);
      const isIn = (at: number) => at > from && at <= over;
      const own = simulation.triggers.filter(({ at, device: of }) => of === device.name && isIn(at));
      this.checkSessionRequests(device, isIn, own.length);
      if (own.some(({ what }) => what === 'sync')) continue;
      const opened = own.filter(({ what }) => what === 'open' || what === 'signIn').length;
      const sent = this.unpressed(device, busy, from, over);
      const count = sent.filter((one) => isWrite(one) || one.path === '/api/health').length - opened;
      this.assertInvariant(
        count <= BUSY_REQUESTS_MAX,
        'busy',
        () => `${count} requests within 10 s of "busy" (${device.name})`,
      );
      this.checkRestOfPause(device, busy, over);
    }
  }
}
