// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createInTabLocks } from '../../../../src/offline/tabs/inTabLocks';
import type { ReplayLock, Heartbeat, TabLocks } from '../../../../src/offline/tabs/locks';
import { LONGEST_LOCK_MS } from '../../../../src/offline/replay/timing';
import { createWebLocks } from '../../../../src/offline/tabs/webLocks';
import { SimClock } from '../../../support/app/simClock';
import { SimLockManager } from '../../../support/app/simLockManager';

/** The tabs of one device, whose clocks and signs of life go on until the tab sleeps. */
class Tabs {
  readonly clock = new SimClock();
  readonly manager = new SimLockManager();
  private readonly asleep = new Set<string>();
  private readonly listeners = new Map<string, Set<() => void>>();

  open(tabId: string): TabLocks {
    const own = new Set<() => void>();
    this.listeners.set(tabId, own);
    const signs: Heartbeat = {
      send: () => {
        for (const [tab, listeners] of this.listeners) if (tab !== tabId) for (const listener of listeners) listener();
      },
      subscribe: (onSign) => {
        own.add(onSign);
        return () => own.delete(onSign);
      },
    };
    const every = (ms: number, work: () => void) => {
      let isOver = false;
      const again = (): void => {
        this.clock.schedule(() => {
          if (isOver) return;
          if (!this.asleep.has(tabId)) work();
          again();
        }, ms);
      };
      again();
      return () => {
        isOver = true;
      };
    };
    return createWebLocks({
      manager: this.manager.client(tabId),
      tabId,
      heartbeat: signs,
      elapsedMs: this.clock.now,
      every,
    });
  }

  sleep(tabId: string): void {
    this.asleep.add(tabId);
  }
}

/** Work that goes on until it is told to end. */
function endless() {
  let lead: ReplayLock = { isLost: () => false };
  let finish: () => void = () => undefined;
  const work = (own: ReplayLock) => {
    lead = own;
    return new Promise<string>((done) => {
      finish = () => done('done');
    });
  };
  return { work, lead: () => lead, finish: () => finish() };
}

describe.each([
  ['Web Locks', () => new Tabs().open('a')],
  ['locks within one tab', () => createInTabLocks('a')],
])('with %s', (_name, open) => {
  it('an entry lock is held once, until it is released', async () => {
    const locks = open();
    const release = await locks.holdEntry('e1');
    expect(await locks.holdEntry('e1')).toBeNull();
    expect(await locks.holdEntry('e2')).not.toBeNull();
    release?.();
    // The browser lets go of a lock a turn later.
    await new SimClock().settle();
    expect(await locks.holdEntry('e1')).not.toBeNull();
  });

  it('the running work is listed, without the entry locks', async () => {
    const locks = open();
    await locks.holdEntry('e1');
    const end = await locks.beginActivity('pass 1');
    expect(await locks.activities()).toEqual(new Set(['pass 1']));
    end?.();
    await new SimClock().settle();
    expect(await locks.activities()).toEqual(new Set());
  });

  it('one pass runs at a time: others are rejected or wait for it', async () => {
    const locks = open();
    const first = endless();
    const running = locks.replayExclusively(false, first.work);
    const waiting = locks.replayExclusively(true, async () => 'after');
    expect(await locks.replayExclusively(false, async () => 'too early')).toBeNull();
    first.finish();
    expect([await running, await waiting]).toEqual(['done', 'after']);
  });

  it('a pass that fails releases the lock', async () => {
    const locks = open();
    const failed = locks.replayExclusively(true, () => Promise.reject(new Error('The work failed')));
    await expect(failed).rejects.toThrow('The work failed');
    expect(await locks.replayExclusively(false, async () => 'mine')).toBe('mine');
  });
});

describe('between tabs', () => {
  it('an entry locked by one tab is locked for the others until that tab ends', async () => {
    const tabs = new Tabs();
    const [a, b] = [tabs.open('a'), tabs.open('b')];
    await a.holdEntry('e1');
    expect(await b.holdEntry('e1')).toBeNull();
    tabs.manager.release('a');
    expect(await b.holdEntry('e1')).not.toBeNull();
  });

  it('the running work of one tab is known to the others until it or the tab ends', async () => {
    const tabs = new Tabs();
    const [a, b] = [tabs.open('a'), tabs.open('b')];
    const end = await a.beginActivity('pass 1');
    await a.beginActivity('e1');
    expect(await b.activities()).toEqual(new Set(['pass 1', 'e1']));
    end?.();
    await tabs.clock.settle();
    expect(await b.activities()).toEqual(new Set(['e1']));
    tabs.manager.release('a');
    expect(await b.activities()).toEqual(new Set());
  });

  it('the replay lock is released when its tab ends', async () => {
    const tabs = new Tabs();
    const [a, b] = [tabs.open('a'), tabs.open('b')];
    void a.replayExclusively(false, endless().work);
    await tabs.clock.settle();
    tabs.manager.release('a');
    expect(await b.replayExclusively(false, async () => 'mine')).toBe('mine');
  });

  it('a pass that sends heartbeats keeps its lock, however long it takes', async () => {
    const tabs = new Tabs();
    const [a, b] = [tabs.open('a'), tabs.open('b')];
    const long = endless();
    const running = a.replayExclusively(false, long.work);
    const waiting = b.replayExclusively(true, async () => 'mine');
    await tabs.clock.advance(10 * 60_000);
    expect(long.lead().isLost()).toBe(false);
    long.finish();
    expect([await running, await waiting]).toEqual(['done', 'mine']);
  });

  it('a pass whose timer is throttled keeps its lock while it takes steps', async () => {
    const tabs = new Tabs();
    const [a, b] = [tabs.open('a'), tabs.open('b')];
    const hidden = endless();
    const running = a.replayExclusively(false, hidden.work);
    const waiting = b.replayExclusively(true, async () => 'mine');
    tabs.sleep('a');
    for (let step = 0; step < 60; step += 1) {
      await tabs.clock.advance(10_000);
      expect(hidden.lead().isLost()).toBe(false);
    }
    hidden.finish();
    expect([await running, await waiting]).toEqual(['done', 'mine']);
  });

  it('a pass that took the lock over claims no entry of a living tab', async () => {
    const tabs = new Tabs();
    const [a, b, alive] = [tabs.open('a'), tabs.open('b'), tabs.open('alive')];
    void a.replayExclusively(false, endless().work);
    await alive.holdEntry('e1');
    const waiting = b.replayExclusively(true, () => b.stealEntry('e1'));
    tabs.sleep('a');
    await tabs.clock.advance(30_000);
    expect(await waiting).toBeNull();
  });

  it('an entry lock is stolen from a tab that has had it for LONGEST_LOCK_MS, not before', async () => {
    const tabs = new Tabs();
    const [a, b] = [tabs.open('a'), tabs.open('b')];
    await a.holdEntry('e1');
    expect(await b.stealEntry('e1')).toBeNull();
    await tabs.clock.advance(LONGEST_LOCK_MS - 1);
    expect(await b.stealEntry('e1')).toBeNull();
    await tabs.clock.advance(1);
    expect(await b.stealEntry('e1')).not.toBeNull();
  });

  it('the time starts again when another tab has the entry lock', async () => {
    const tabs = new Tabs();
    const [a, b, c] = [tabs.open('a'), tabs.open('b'), tabs.open('c')];
    await a.holdEntry('e1');
    expect(await b.stealEntry('e1')).toBeNull();
    tabs.manager.release('a');
    await c.holdEntry('e1');
    await tabs.clock.advance(LONGEST_LOCK_MS);
    expect(await b.stealEntry('e1')).toBeNull();
    await tabs.clock.advance(LONGEST_LOCK_MS);
    expect(await b.stealEntry('e1')).not.toBeNull();
  });

  it('a suspended pass loses the lock after 30 s without a heartbeat, and is aborted when it resumes', async () => {
    const tabs = new Tabs();
    const [a, b] = [tabs.open('a'), tabs.open('b')];
    const suspended = endless();
    const running = a.replayExclusively(false, suspended.work);
    await a.holdEntry('e1');
    const waiting = b.replayExclusively(true, () => b.stealEntry('e1'));
    tabs.sleep('a');
    await tabs.clock.advance(30_000);
    expect(await waiting).not.toBeNull();
    expect(suspended.lead().isLost()).toBe(true);
    suspended.finish();
    expect(await running).toBe('done');
  });
});
