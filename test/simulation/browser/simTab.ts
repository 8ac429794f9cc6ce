import type { SimDevice } from './simDevice';
import { SimEventTarget } from './events';
import type { Task, TaskOwner } from './kernel';
import type { Random } from '../../support/random';

/** The window of a tab: what the browser tells it. */
class SimWindow extends SimEventTarget {
  say(type: string): void {
    this.fire(type);
  }
}

/** One tab of a device, from its opening to its end. */
export class SimTab implements TaskOwner {
  readonly window = new SimWindow();
  readonly id: string;
  private isGone = false;
  /** It was frozen and not woken since; it stands still from the end of its last transaction on. */
  isFreezing = false;
  /** What waits for a frozen tab to wake. */
  private heldBack: Task[] = [];
  /** When it was last frozen, ms since 1970; `null` when it never was. */
  frozenAt: number | null = null;
  /** When it last woke, ms since 1970; `null` when it never did. */
  thawedAt: number | null = null;
  /** When it was killed, ms since 1970; `null` while it lives. */
  endedAt: number | null = null;
  /** Steps of disk and wire until the tab is killed; `null` for none. */
  stepsToLive: number | null = null;

  constructor(
    readonly device: SimDevice,
    /** 0 or 1. */
    readonly index: number,
    readonly random: Random,
  ) {
    this.id = random.uuid();
  }

  isAlive = (): boolean => !this.isGone;

  get isFrozen(): boolean {
    return this.isFreezing && !this.device.disk.isBusyFor(this);
  }

  /** Browsers let a transaction end first. */
  holdBack(task: Task): boolean {
    if (!this.isFrozen) return false;
    this.heldBack.push(task);
    return true;
  }

  /** Whether it stood still at some time after this one, ms since 1970. */
  stoodStillSince(at: number): boolean {
    return this.isFreezing || (this.thawedAt !== null && this.thawedAt >= at);
  }

  freeze(): void {
    this.isFreezing = true;
    this.frozenAt = this.device.kernel.now;
  }

  thaw(): void {
    this.isFreezing = false;
    this.thawedAt = this.device.kernel.now;
    const tasks = this.heldBack;
    this.heldBack = [];
    for (const task of tasks) this.device.kernel.after(0, this, task);
  }

  /** A step of disk or wire: some tabs do not outlive it. */
  countStep(): void {
    if (this.stepsToLive === null || this.isGone) return;
    this.stepsToLive -= 1;
    if (this.stepsToLive <= 0) this.kill();
  }

  /** Gone from one moment to the next: nothing of it goes on. */
  kill(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.endedAt = this.device.kernel.now;
    this.heldBack = [];
    this.device.forget(this);
  }
}
