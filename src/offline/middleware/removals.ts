import type { QueueEnvironment } from '../environment';
import { SHORTEST_DELAY_MS } from '../replay/timing';

/** Removes entries from the disk that no tab has reported as saved. */
export interface Removals {
  /**
   * Returns the removed ids; `undefined` when the disk failed twice. Then the removal is repeated until the disk
   * carries it out. `mayHaveArrived`: whether the server may have recorded the entry.
   */
  remove(id: string, unreported: { mayHaveArrived: boolean }): Promise<string[] | undefined>;
  /** Gives the locks of an entry back, after its removal: nobody sends or sees one whose form showed a refusal. */
  unlockAfter(id: string, unlock: () => void): void;
}

/** Runs the work, and repeats it once if it fails. Returns `undefined` after a second failure. */
export async function retryOnce<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work()
    .catch(work)
    .catch(() => undefined);
}

export function createRemovals({ journal, schedule }: Pick<QueueEnvironment, 'journal' | 'schedule'>): Removals {
  const running = new Map<string, Promise<unknown>>();
  return {
    async remove(id, unreported) {
      const work = () => journal.remove([id], unreported);
      const removed = await retryOnce(work);
      const repeat = (): Promise<unknown> =>
        new Promise<void>((wake) => void schedule(wake, SHORTEST_DELAY_MS)).then(work).catch(repeat);
      if (removed === undefined) running.set(id, repeat());
      return removed;
    },
    unlockAfter(id, unlock) {
      void (running.get(id) ?? Promise.resolve()).then(unlock);
      running.delete(id);
    },
  };
}
