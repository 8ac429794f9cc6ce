import type { App } from '../app/appEntry';
import { QUEUE_DATABASE } from '../../browser/device/queueRecords';
import { START } from '../browser/kernel';
import { type DiskConditions, SOUND_DISK } from '../browser/idb/faults';
import type { NetworkMode, RequestFault } from '../browser/network';
import type { SimDevice } from '../browser/simDevice';
import type { TabSlot } from './tabSlot';
import type { Simulation } from './simulation';

/** How long a slow browser takes at most to say which locks are held, ms. */
const SLOW_QUERY_MS = 60;

/** The states a disk can be put into by a script. */
export const DISK_MODES = [
  'sound',
  'slow',
  'slowBytes',
  'lateCommits',
  'fullAtPut',
  'fullAtCommit',
  'littleRoom',
  'noRoomAtPut',
  'noRoomAtCommit',
  'readsFail',
  'commitsFail',
  'opensHang',
] as const;
export type DiskMode = (typeof DISK_MODES)[number];

/** By how much the version of a newer build's database is higher. */
const NEWER = 100;

/** Less than an entry takes. */
const ROOM_LEFT_BYTES = 100;
/** More than most entries take, and less than one with a long note. */
const LITTLE_ROOM_BYTES = 8_000;

function conditionsFor(mode: DiskMode, used: number): DiskConditions {
  const capacity = used + ROOM_LEFT_BYTES;
  switch (mode) {
    case 'sound':
      return { ...SOUND_DISK };
    case 'slow':
      return { ...SOUND_DISK, readMs: 700 };
    case 'slowBytes':
      return { ...SOUND_DISK, readMsPerKb: 15 };
    case 'lateCommits':
      return { ...SOUND_DISK, commitMs: 7_000 };
    case 'fullAtPut':
      return { ...SOUND_DISK, capacity };
    case 'fullAtCommit':
      return { ...SOUND_DISK, capacity, quotaAt: 'commit' };
    case 'littleRoom':
      return { ...SOUND_DISK, capacity: used + LITTLE_ROOM_BYTES };
    case 'noRoomAtPut':
      return { ...SOUND_DISK, capacity: 0 };
    case 'noRoomAtCommit':
      return { ...SOUND_DISK, capacity: 0, quotaAt: 'commit' };
    case 'readsFail':
      return { ...SOUND_DISK, readsFail: true };
    case 'commitsFail':
      return { ...SOUND_DISK, commitsFail: true };
    case 'opensHang':
      return { ...SOUND_DISK, opensHang: true };
  }
}

/** The screen offers the sign-in: nobody is signed in, or somebody whose account was deactivated. */
export const isSignedOut = (app: App): boolean => ['absent', 'deactivated'].includes(app.shown().status);

/** What happens to a device and its tabs, and who is signed in on it. */
export class DeviceSteps {
  constructor(private simulation: Simulation) {}

  setNetwork(device: SimDevice, mode: NetworkMode): void {
    device.network.mode = mode;
    if (mode === 'fine') device.network.busyUntil = 0;
  }

  setLatency(device: SimDevice, ms: number): void {
    device.network.latencyMs = ms;
    if (ms > 0) this.simulation.countFault(ms >= 10_000 ? 'latency24s' : 'latency');
  }

  failNext(device: SimDevice, fault: RequestFault, times: number): void {
    for (let time = 0; time < times; time += 1) device.network.nextWrites.push(fault);
  }

  setDisk(device: SimDevice, mode: DiskMode): void {
    const { diskSoundSince, diskModeSoundSince } = this.simulation;
    const isSound = mode === 'sound' || mode === 'slowBytes';
    device.disk.conditions = conditionsFor(mode, device.disk.used);
    if (!isSound) {
      diskSoundSince.set(device.name, Number.POSITIVE_INFINITY);
      diskModeSoundSince.set(device.name, Number.POSITIVE_INFINITY);
    } else if (diskSoundSince.get(device.name) === Number.POSITIVE_INFINITY) {
      // What was under way ends as it began.
      const since = Math.max(this.simulation.kernel.now, device.disk.slowUntil);
      diskSoundSince.set(device.name, since);
      diskModeSoundSince.set(device.name, since);
    }
  }

  /** Whether the browser takes long to say which locks are held. */
  setLocks(device: SimDevice, areSlow: boolean): void {
    if (areSlow) this.simulation.countFault('slowLocks');
    device.locks.queryMs = areSlow ? SLOW_QUERY_MS : 0;
  }

  /** The system cuts the connections of a device to its databases. */
  async cutConnections(device: SimDevice, isReported: boolean): Promise<void> {
    this.simulation.countFault('diskConnectionCut');
    const { diskSoundSince, kernel, cuts } = this.simulation;
    cuts.push({ at: kernel.now, device: device.name });
    diskSoundSince.set(device.name, Math.max(kernel.now, diskSoundSince.get(device.name) ?? 0));
    await kernel.run(() => {
      for (const connection of [...device.disk.connections]) connection.cut(isReported);
    });
  }

  /** A newer build in a tab of its own has changed the database, and was closed again. */
  async upgradeByNewerBuild(device: SimDevice): Promise<void> {
    const stored = device.disk.databases.get(QUEUE_DATABASE);
    if (!stored || stored.version === 0 || stored.version >= NEWER) return;
    this.simulation.countFault('diskNewerVersion');
    const open = [...device.disk.connections].filter((connection) => connection.stored === stored);
    await this.simulation.kernel.run(() => {
      for (const connection of open) connection.tellVersionChange(stored.version + NEWER);
    });
    // A frozen tab hears of it when it wakes.
    for (const { isClosed, tab } of open) {
      if (!isClosed && tab.isAlive() && !tab.isFrozen) this.simulation.inTheWay.push(`${device.name}.${tab.index}`);
    }
    if ([...device.disk.connections].some((connection) => connection.stored === stored)) return;
    stored.version += NEWER;
  }

  kill(slot: TabSlot): void {
    if (!slot.isAlive) return;
    this.simulation.countFault('tabKilled');
    slot.tab?.kill();
  }

  killAfter(slot: TabSlot, steps: number): void {
    if (!slot.tab || !slot.isAlive) return;
    this.simulation.countFault('tabKilledAtStep');
    slot.tab.stepsToLive = steps;
  }

  freeze(slot: TabSlot): void {
    if (!slot.tab || !slot.isAlive || slot.tab.isFreezing) return;
    this.simulation.countFault('tabFrozen');
    slot.tab.freeze();
  }

  async thaw(slot: TabSlot): Promise<void> {
    if (!slot.tab?.isFreezing) return;
    slot.tab.thaw();
    await this.simulation.kernel.advance(0);
  }

  jumpClock(device: SimDevice, ms: number): void {
    this.simulation.countFault('clockJump');
    const { now } = this.simulation.kernel;
    device.setSkew(Math.max(START - now, device.time - now + ms));
  }

  /** The device is a rep's from the beginning: a session from before the script. */
  async giveTo(device: SimDevice, rep: number): Promise<void> {
    await this.simulation.server.giveSession(rep, device.network.cookies);
    this.simulation.expectedOf(device).rep = rep;
  }

  async signOut(slot: TabSlot): Promise<void> {
    if (this.simulation.repAt(slot) === null) return;
    this.simulation.expectedOf(slot.device).rep = null;
    await this.simulation.act(slot, (app) => app.signOut());
  }

  /** Whoever is at the sign-in page signs in; nobody does without being there. */
  async signIn(slot: TabSlot, rep: number): Promise<void> {
    const { simulation } = this;
    const email = simulation.server.fixtures.reps[rep]?.email;
    if (!slot.app || !isSignedOut(slot.app) || !email) return;
    const expected = simulation.expectedOf(slot.device);
    await simulation.act(slot, async (app) => {
      expected.signingIn = slot.tab;
      const refusal = await app.signIn(email);
      expected.signingIn = null;
      const signedInAt = simulation.kernel.now;
      if (refusal === null) Object.assign(expected, { rep, wasRefused: false, isSignedOut: false, signedInAt });
    });
  }
}
