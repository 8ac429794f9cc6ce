import { connectivityChanged } from '../../src/offline/actions';
import type { EntryState, QueueEntry } from '../../src/offline/entry';
import { RepsAtWork } from './repsAtWork';
import { TAB_COUNT, USERS } from './simDevice';

/** What happens to a device and its reps, and how it all ends well. */
export class World extends RepsAtWork {
  /** With the browser's word for it, in every tab. */
  setOnline(online: boolean): void {
    this.network.online = online;
    for (const tab of this.tabs) if (tab.isAlive()) tab.store.dispatch(connectivityChanged({ online }));
  }

  /** The device's cookie is another user's now; the other tab does not know yet. */
  switchUser(tab: number): void {
    if (!this.network.online || !this.tab(tab).isAlive()) return;
    const next = USERS.find((user) => user !== this.network.session) ?? USERS[0];
    this.network.session = next;
    this.tab(tab).signIn(next);
  }

  signOut(tab: number): void {
    if (!this.tab(tab).isAlive()) return;
    this.network.session = null;
    this.tab(tab).signOut();
  }

  /** A record rots on disk. */
  async damageRecord(position: number): Promise<void> {
    const waiting = this.waitingEntries();
    const entry = waiting[position % waiting.length];
    if (!entry) return;
    this.damaged.add(entry.id);
    this.shakenAt = this.clock.elapsed;
    const { path: _lost, ...rest } = entry;
    this.disk.durable.get('entries')?.set(entry.id, rest);
    await this.reloadTabs();
  }

  /** A record is of a newer build of the app, until `upgradeBuild`. */
  async writtenByNewerBuild(position: number): Promise<void> {
    const waiting = this.waitingEntries();
    const entry = waiting[position % waiting.length];
    if (!entry) return;
    this.disk.durable.get('entries')?.set(entry.id, { ...entry, v: 2 });
    this.shakenAt = this.clock.elapsed;
    await this.reloadTabs();
  }

  private waitingEntries(): QueueEntry[] {
    const states = new Map(this.disk.records<EntryState>('states').map((state) => [state.id, state]));
    return this.entries().filter((entry) => entry.v === 1 && !states.get(entry.id)?.tab && !this.damaged.has(entry.id));
  }

  private async reloadTabs(): Promise<void> {
    for (const tab of this.tabs) if (tab.isAlive()) tab.reload().catch((error) => this.uncaught.push(error));
    await this.clock.settle();
  }

  private upgradeBuild(): void {
    for (const entry of this.entries()) {
      if ((entry.v as number) === 2) this.disk.durable.get('entries')?.set(entry.id, { ...entry, v: 1 });
    }
  }

  /** Every fault is gone, and nobody does anything: not even the browser says that the network is back. */
  async healUnnoticed(): Promise<void> {
    this.killIn = null;
    this.network.faults = [];
    this.disk.faults = [];
    await this.reviveTabs();
    this.network.online = true;
    await this.clock.advance(30 * 60_000);
  }

  /** Each user signs in once, on the newest build, and time passes. */
  async drain(): Promise<void> {
    this.upgradeBuild();
    this.setOnline(true);
    for (const user of USERS) {
      this.network.session = user;
      for (let tab = 0; tab < TAB_COUNT; tab += 1) this.kill(tab);
      await this.reviveTabs();
      await this.clock.advance(15 * 60_000);
    }
  }
}
