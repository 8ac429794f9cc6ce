/** Finishing touches on disk that failed when they were due, done at the next chance. */
export interface OwedWork {
  /** Does it now; if that fails twice, later. */
  doNowOrOwe(id: string, work: () => Promise<unknown>): Promise<void>;
  /** Tries again what is owed. */
  payOff(): Promise<void>;
}

/**
 * Letting go of an entry after its online try may fail with the storage; the entry would stay in this tab's
 * hand until the tab is closed. So it is remembered, and done with the next write or when the retry timer fires.
 */
export function createOwedWork(): OwedWork {
  const owed = new Map<string, () => Promise<unknown>>();

  async function doNowOrOwe(id: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work().catch(work);
      owed.delete(id);
    } catch {
      owed.set(id, work);
    }
  }

  return {
    doNowOrOwe,
    async payOff() {
      for (const [id, work] of [...owed]) await doNowOrOwe(id, work);
    },
  };
}
