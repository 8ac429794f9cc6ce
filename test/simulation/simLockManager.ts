type Grant = (lock: { name: string } | null) => Promise<unknown>;

/** The Web Locks of one device: a lock ends with its work or with its tab. */
export class SimLockManager {
  private holders = new Map<string, string>();
  private gone = new Set<string>();

  /** What a tab sees as navigator.locks. */
  client(tabId: string): LockManager {
    const request = async (name: string, second: unknown, third?: Grant) => {
      if (this.gone.has(tabId)) return new Promise<never>(() => {});
      const grant = (third ?? second) as Grant;
      if (this.holders.has(name)) {
        if (!third) throw new Error(`The simulation knows no waiting for ${name}`);
        return grant(null);
      }
      this.holders.set(name, tabId);
      try {
        return await grant({ name });
      } finally {
        if (this.holders.get(name) === tabId) this.holders.delete(name);
      }
    };
    const query = async () => ({ held: [...this.holders.keys()].map((name) => ({ name })), pending: [] });
    return { request, query } as unknown as LockManager;
  }

  /** The tab has ended, and with it all it held. */
  release(tabId: string): void {
    this.gone.add(tabId);
    for (const [name, holder] of [...this.holders]) if (holder === tabId) this.holders.delete(name);
  }
}
