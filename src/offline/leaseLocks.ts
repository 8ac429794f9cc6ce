import type { TabLocks } from './locks';
import type { RecordStore } from './recordStore';

const LEASE_MS = 30_000;
const RENEWED_EVERY_MS = 5_000;
const TAB_LEASE_PREFIX = 'tab ';
const DRAIN_LEASE = 'drain';

interface Lease {
  name: string;
  tab: string;
  /** ms since 1970 */
  until: number;
}

export interface LeaseOptions {
  store: RecordStore;
  tabId: string;
  now(): number;
  /** Runs the work again and again; gives what stops it. */
  every(ms: number, work: () => void): () => void;
}

/**
 * Tabs agree through records that expire, where the browser has no Web Locks. A tab that froze for longer than
 * its lease may find another draining: the Idempotency-Key keeps that harmless, and what it took long ago it asks for
 * again (`hand.ts`).
 */
export function createLeaseLocks({ store, tabId, now, every }: LeaseOptions): TabLocks {
  let held: Promise<void> | null = null;

  /** Takes or renews a lease; false while another tab's is running. */
  const take = (name: string) =>
    store.transact('readwrite', ['leases'], async (tx) => {
      const lease = (await tx.get('leases', name)) as Lease | undefined;
      if (lease && lease.tab !== tabId && lease.until > now()) return false;
      await tx.put('leases', { name, tab: tabId, until: now() + LEASE_MS } satisfies Lease);
      return true;
    });

  /** Gives back the drain lease if it is still this tab's, and clears away what dead tabs left. */
  const giveBack = () =>
    store.transact('readwrite', ['leases'], async (tx) => {
      for (const { name, tab, until } of (await tx.getAll('leases')) as Lease[]) {
        const isOver = name === DRAIN_LEASE ? tab === tabId : until <= now();
        if (isOver) await tx.delete('leases', name);
      }
    });

  /** Renewing that fails is tried again; the lease lasts for several tries. */
  const renewing = (name: string) => every(RENEWED_EVERY_MS, () => void take(name).catch(() => false));

  return {
    tabId,
    holdTabLock() {
      held ??= take(TAB_LEASE_PREFIX + tabId).then(
        () => void renewing(TAB_LEASE_PREFIX + tabId),
        (error: unknown) => {
          held = null;
          throw error;
        },
      );
      return held;
    },
    liveTabs: () =>
      store.transact('readonly', ['leases'], async (tx) => {
        const leases = (await tx.getAll('leases')) as Lease[];
        const live = leases.filter(({ name, until }) => name.startsWith(TAB_LEASE_PREFIX) && until > now());
        return new Set(live.map(({ tab }) => tab));
      }),
    async drainExclusively(work) {
      if (!(await take(DRAIN_LEASE))) return null;
      const stopRenewing = renewing(DRAIN_LEASE);
      try {
        return await work();
      } finally {
        stopRenewing();
        // Left to expire when the storage fails now.
        await giveBack().catch(() => undefined);
      }
    },
  };
}
