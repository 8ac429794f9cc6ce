import { Channels } from './channels';
import { Disk } from './idb/disk';
import type { Kernel } from './kernel';
import { LockManager } from './locks';
import { Network, type Wire } from './network';
import type { Random } from '../../support/random';
import { SimTab } from './simTab';

/** A phone or desk: disk, locks, cookies and connection that its tabs share and that outlive them. */
export class SimDevice {
  readonly disk: Disk;
  readonly locks: LockManager;
  readonly channels: Channels;
  readonly network: Network;
  /** `window.localStorage` of every tab. */
  readonly localStorage = new Map<string, string>();
  /** How far the device's clock is off, ms. */
  private skew = 0;
  /** When the clock was last set back, in the time of the simulation. */
  setBackAt = Number.NEGATIVE_INFINITY;
  /** When the clock was last set at all, in the time of the simulation. */
  setAt = Number.NEGATIVE_INFINITY;
  /** Whether its browser has Web Locks. */
  hasLocks = true;
  tabs: SimTab[] = [];

  constructor(
    readonly kernel: Kernel,
    readonly name: string,
    readonly random: Random,
    wire: Wire,
  ) {
    this.disk = new Disk(kernel, random);
    this.locks = new LockManager(kernel, random);
    this.channels = new Channels(kernel);
    this.network = new Network(kernel, random, wire);
  }

  open(index: number): SimTab {
    const tab = new SimTab(this, index, this.random);
    this.tabs.push(tab);
    return tab;
  }

  /** What the device believes the time to be, in whole ms since 1970 as browsers say it. */
  get time(): number {
    return Math.floor(this.kernel.now + this.skew);
  }

  /** Sets the clock: how far it is off from now on, ms. */
  setSkew(skew: number): void {
    if (skew < this.skew) this.setBackAt = this.kernel.now;
    if (skew !== this.skew) this.setAt = this.kernel.now;
    this.skew = skew;
  }

  /** The browser says so in every tab. */
  setOnline(online: boolean): void {
    this.network.online = online;
    for (const tab of this.tabs) this.kernel.after(0, tab, () => tab.window.say(online ? 'online' : 'offline'));
  }

  forget(tab: SimTab): void {
    this.tabs = this.tabs.filter((other) => other !== tab);
    this.disk.forget(tab);
    this.locks.forget(tab);
    this.channels.forget(tab);
  }
}
