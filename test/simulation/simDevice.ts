import type { EntryState, QueueEntry } from '../../src/offline/entry';
import { CrashableDisk } from './crashableDisk';
import { FaultyNetwork } from './faultyNetwork';
import type { Op, VisitHandle } from './ops';
import { createPassWatch } from './passWatch';
import { SimClock } from './simClock';
import { SimLockManager } from './simLockManager';
import { SimServer } from './simServer';
import { type Device, openTab, type SimTab } from './simTab';

export const USERS = ['ann', 'bob'] as const;
export const TAB_COUNT = 2;
/** What other tabs may have written between the last look of a pass and its report. */
const COMMITS_BACK = 4;

/** Deterministic numbers in [0, 1) (mulberry32). */
function randomFrom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A device with two tabs and two users, its network, the server, and what its reps did: all that the checker reads. */
export class SimDevice {
  clock = new SimClock();
  server = new SimServer();
  network = new FaultyNetwork(this.clock, this.server);
  disk = new CrashableDisk(this.clock);
  ops: Op[] = [];
  visits: VisitHandle[] = [];
  deliveries: { id: string; visit: number | null; user: string; order: number }[] = [];
  /** Entries that a person dropped, or tried to when the tab died. */
  discarded = new Set<string>();
  /** Those of them that a person was told are gone. */
  dropped = new Set<string>();
  uncaught: unknown[] = [];
  tabs: SimTab[] = [];
  /** Entries as first seen on disk, to see that their bytes never change. */
  firstSeen = new Map<string, string>();
  /** Entries whose record the script damaged. */
  damaged = new Set<string>();
  /** When a tab last died or a record was damaged: tabs learn of that at their next look at the disk. */
  shakenAt = Number.NEGATIVE_INFINITY;
  passes = createPassWatch((userId) => [this.leftOf(userId), ...this.leftBefore.map((left) => left.get(userId) ?? 0)]);
  /** Entries of each user on disk, after each of the last commits. */
  private leftBefore: Map<string, number>[] = [];
  private onTheWire = new Map<string, () => boolean>();
  protected step = 0;
  private ids = 0;
  protected killIn: { tab: number; steps: number } | null = null;
  private stored = new Map<string, string>();
  private lockManager = new SimLockManager();
  private device: Device;

  constructor(seed: number) {
    this.device = {
      clock: this.clock,
      disk: this.disk,
      network: this.network,
      lockManager: this.lockManager,
      listeners: new Map(),
      localStorage: {
        getItem: (key) => this.stored.get(key) ?? null,
        setItem: (key, value) => void this.stored.set(key, value),
      },
      random: randomFrom(seed),
      newId: () => this.newId(),
      onAction: (tabId, action) => this.passes.see(tabId, action),
      locationOfVisit: (id) => this.visits.find((visit) => visit.id === id)?.location ?? null,
    };
    this.network.session = USERS[0];
    this.disk.onCommit = (moment) => {
      if (moment === 'after') this.countLeft();
      this.countDown();
    };
    this.network.onWire = (moment, request, isAlive) => {
      if (moment === 'sent') this.noteSent(request.key, isAlive);
      else this.onTheWire.delete(request.key);
      this.countDown();
    };
  }

  newId(): string {
    this.ids += 1;
    return `e${String(this.ids).padStart(7, '0')}`;
  }

  /** Of what was said to be saved, one at a time is on the way: the device has one replayer. */
  private noteSent(key: string, isAlive: () => boolean): void {
    const isReplay = this.ops.some((op) => op.claimedAt !== null && op.id === key);
    if (!isReplay) return;
    const others = [...this.onTheWire.values()].filter((isOtherAlive) => isOtherAlive());
    if (others.length > 0) this.uncaught.push(new Error(`${key} was sent while another one was on the way`));
    this.onTheWire.set(key, isAlive);
  }

  async begin(): Promise<void> {
    for (let tab = 0; tab < TAB_COUNT; tab += 1) await this.open(tab);
  }

  /** Opens a tab as a browser does: whoever the cookie names, confirmed when the server can be asked. */
  async open(tab: number): Promise<void> {
    const opened = openTab(this.device, { userId: this.network.session, confirmed: this.network.online });
    this.tabs[tab] = opened;
    opened.begin().catch((error) => this.uncaught.push(error));
    await this.clock.advance(1);
  }

  tab(position: number): SimTab {
    const tab = this.tabs[position % TAB_COUNT];
    if (!tab) throw new Error('The world has not begun');
    return tab;
  }

  kill(tab: number): void {
    this.shakenAt = this.clock.elapsed;
    this.tab(tab).kill();
  }

  /** Kills a tab some steps of disk and wire from now. */
  killAfter(tab: number, steps: number): void {
    this.killIn = { tab: tab % TAB_COUNT, steps };
  }

  private countDown(): void {
    if (!this.killIn) return;
    this.killIn.steps -= 1;
    if (this.killIn.steps > 0) return;
    this.kill(this.killIn.tab);
    this.killIn = null;
  }

  /** Opens again what was killed. */
  async reviveTabs(): Promise<void> {
    for (let tab = 0; tab < TAB_COUNT; tab += 1) if (!this.tab(tab).isAlive()) await this.open(tab);
  }

  userOf(tab: number): string | null {
    return this.tab(tab).store.getState().session.userId;
  }

  /** What the server calls the visit of an op, once it was told of it: two starts may have become one visit. */
  serverVisitOf(op: Op): string | null {
    const id = this.visits.find(({ token }) => token === op.visit)?.id ?? this.madeBy(op);
    if (!id?.startsWith('local-')) return id;
    const start = this.ops.find(({ keys }) => keys.includes(id.slice('local-'.length)));
    return this.server.effects.find(({ key }) => start?.keys.includes(key))?.answerId ?? id;
  }

  /** The visit of a start whose tab died before it was told: others may continue it all the same. */
  private madeBy({ call, id }: Op): string | null {
    return call === 'startVisit' ? `local-${id}` : null;
  }

  /** Visits of a tab's user, newest last. */
  visitsOf(tab: number): VisitHandle[] {
    const user = this.userOf(tab);
    return this.visits.filter((visit) => visit.user === user);
  }

  /** Readable entries of a user that a person was told of. */
  private leftOf(userId: string): number {
    const states = this.disk.durable.get('states');
    const isToldOf = ({ id }: QueueEntry) => (states?.get(id) as EntryState | undefined)?.state !== 'sending';
    const isReadable = (entry: QueueEntry) => entry.v === 1 && !this.damaged.has(entry.id);
    const entries = this.disk.records<QueueEntry>('entries').filter((entry) => entry.userId === userId);
    return entries.filter((entry) => isReadable(entry) && isToldOf(entry)).length;
  }

  private countLeft(): void {
    const left = new Map(USERS.map((user) => [user as string, this.leftOf(user)]));
    this.leftBefore = [left, ...this.leftBefore].slice(0, COMMITS_BACK);
  }

  /** The entries on disk, as they are. */
  entries(): QueueEntry[] {
    return this.disk.records<QueueEntry>('entries').sort((a, b) => a.seq - b.seq);
  }
}
