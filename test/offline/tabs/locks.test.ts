// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createLeaseLocks } from '../../../src/offline/tabs/inTabLocks';
import type { TabLocks } from '../../../src/offline/tabs/locks';
import { createWebLocks } from '../../../src/offline/tabs/webLocks';
import { CrashableDisk } from '../../simulation/crashableDisk';
import { SimClock } from '../../simulation/simClock';
import { SimLockManager } from '../../simulation/simLockManager';

const LONGER_THAN_A_LEASE_MS = 60_000;

/** The tabs of one device. `end` is the end of a tab: nothing of it goes on. */
interface Tabs {
  clock: SimClock;
  open(tabId: string): TabLocks;
  end(tabId: string): void;
}

function webLockTabs(): Tabs {
  const manager = new SimLockManager();
  const open = (tabId: string) => createWebLocks(manager.client(tabId), tabId);
  return { clock: new SimClock(), open, end: (tabId) => manager.release(tabId) };
}

function leaseTabs(): Tabs {
  const clock = new SimClock();
  const disk = new CrashableDisk(clock);
  const gone = new Set<string>();
  const open = (tabId: string) => {
    const isAlive = () => !gone.has(tabId);
    const every = (ms: number, work: () => void) => {
      let cancel = () => undefined as void;
      const again = () => {
        cancel = clock.schedule(() => {
          if (!isAlive()) return;
          work();
          again();
        }, ms);
      };
      again();
      return () => cancel();
    };
    return createLeaseLocks({ store: disk.open(isAlive), tabId, now: clock.now, every });
  };
  return { clock, open, end: (tabId) => void gone.add(tabId) };
}

describe.each([
  ['Web Locks', webLockTabs],
  ['leases', leaseTabs],
])('with %s', (_name, aDevice) => {
  it('a tab lives from the moment it says so until it ends', async () => {
    const { clock, open, end } = aDevice();
    const [a, b] = [open('a'), open('b')];
    expect(await a.liveTabs()).toEqual(new Set());
    await Promise.all([a.holdTabLock(), b.holdTabLock(), a.holdTabLock()]);
    await clock.advance(LONGER_THAN_A_LEASE_MS);
    expect(await a.liveTabs()).toEqual(new Set(['a', 'b']));
    end('b');
    await clock.advance(LONGER_THAN_A_LEASE_MS);
    expect(await a.liveTabs()).toEqual(new Set(['a']));
  });

  it('one tab drains, however long it takes, and the others are told that it is taken', async () => {
    const { clock, open } = aDevice();
    const [a, b] = [open('a'), open('b')];
    let finish = () => undefined as void;
    const draining = a.drainExclusively(() => new Promise<string>((done) => (finish = () => done('drained'))));
    await clock.advance(LONGER_THAN_A_LEASE_MS);
    expect(await b.drainExclusively(async () => 'too')).toBeNull();
    finish();
    expect(await draining).toBe('drained');
    expect(await b.drainExclusively(async () => 'next')).toBe('next');
  });

  it('the lock is given back when the work fails, and when its tab ends', async () => {
    const { clock, open, end } = aDevice();
    const [a, b] = [open('a'), open('b')];
    await expect(a.drainExclusively(() => Promise.reject(new Error('The work failed')))).rejects.toThrow(
      'The work failed',
    );
    void b.drainExclusively(() => new Promise(() => undefined));
    await clock.settle();
    expect(await a.drainExclusively(async () => 'too early')).toBeNull();
    end('b');
    await clock.advance(LONGER_THAN_A_LEASE_MS);
    expect(await a.drainExclusively(async () => 'mine')).toBe('mine');
  });
});

it('a lease that could not be taken is tried again with the next wish', async () => {
  const clock = new SimClock();
  const disk = new CrashableDisk(clock);
  const locks = createLeaseLocks({
    store: disk.open(() => true),
    tabId: 'a',
    now: clock.now,
    every: () => () => undefined,
  });
  disk.faults = ['closed'];
  await expect(locks.holdTabLock()).rejects.toThrow('The database connection is closing.');
  await locks.holdTabLock();
  expect(await locks.liveTabs()).toEqual(new Set(['a']));
});

it('a tab that slept past its lease does not give back the one that another took meanwhile', async () => {
  const clock = new SimClock();
  const disk = new CrashableDisk(clock);
  const asleep = () => () => undefined;
  const open = (tabId: string) =>
    createLeaseLocks({ store: disk.open(() => true), tabId, now: clock.now, every: asleep });
  const [a, b, c] = [open('a'), open('b'), open('c')];
  let wake = () => undefined as void;
  const slept = a.drainExclusively(() => new Promise<void>((done) => (wake = done)));
  await clock.advance(LONGER_THAN_A_LEASE_MS);
  let finish = () => undefined as void;
  const draining = b.drainExclusively(() => new Promise<void>((done) => (finish = done)));
  await clock.settle();
  wake();
  await slept;
  expect(await c.drainExclusively(async () => 'a second drainer')).toBeNull();
  finish();
  await draining;
  expect(await c.drainExclusively(async () => 'mine')).toBe('mine');
});
