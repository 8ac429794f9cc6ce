import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { timelineOf } from '../../../src/recording/core/timeline';
import { recordingIn } from './replayRecording';

/** Number of the app's outputs by their text, for each recording of a library by its file name. */
export type OutputCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function outputCountsIn(folder: string): OutputCounts {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file) => {
      const counts = new Map<string, number>();
      for (const { who, what } of timelineOf(recordingIn(join(folder, file)))) {
        if (who === 'app') counts.set(what, (counts.get(what) ?? 0) + 1);
      }
      return [file, counts];
    }),
  );
}

/** The differences between two versions of a library as lines: which outputs occur more or less often. */
export function whatChanged(before: OutputCounts, now: OutputCounts): string[] {
  return [...now].flatMap(([file, counts]) => {
    const old = before.get(file);
    if (!old) return [`${file}: new`];
    const whats = [...new Set([...old.keys(), ...counts.keys()])].sort();
    const changed = whats.filter((what) => old.get(what) !== counts.get(what));
    if (changed.length === 0) return [`${file}: the app does the same as before`];
    return [`${file}:`, ...changed.map((what) => `  ${what}: ${old.get(what) ?? 0} → ${counts.get(what) ?? 0} times`)];
  });
}
