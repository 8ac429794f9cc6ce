import { entryFailed, entryReplayed, replayFinished, replayStarted } from '../../src/offline/actions';
import type { ReplayReport } from '../../src/offline/replay/report';

/** What a pass told of itself, and what it did. */
export interface WatchedPass {
  report: ReplayReport;
  /** Ids that were sent. */
  sent: ReadonlySet<string>;
  refused: number;
  /** How many entries of its user lay on disk, at its end and a few commits before: other tabs go on meanwhile. */
  left: number[];
}

/** Watches the passes of all tabs by what their stores are told. `left` counts a user's entries on disk. */
export function createPassWatch(left: (userId: string) => number[]) {
  const running = new Map<string, { sent: Set<string>; refused: number }>();
  const passes: WatchedPass[] = [];
  return {
    see(tabId: string, action: unknown): void {
      if (replayStarted.match(action)) running.set(tabId, { sent: new Set(), refused: 0 });
      const pass = running.get(tabId);
      if (!pass) return;
      if (entryReplayed.match(action)) pass.sent.add(action.payload.head.id);
      if (entryFailed.match(action) && action.payload.state === 'refused') pass.refused += 1;
      if (!replayFinished.match(action)) return;
      passes.push({ ...pass, report: action.payload, left: left(action.payload.userId) });
      running.delete(tabId);
    },
    /** The passes that ended since the last look. */
    take: (): WatchedPass[] => passes.splice(0),
  };
}
