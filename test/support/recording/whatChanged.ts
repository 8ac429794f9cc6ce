import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { timelineOf } from '../../../src/recording/core/timeline';
import { recordingIn } from './replayRecording';

/** How often the app did what, in each recording of a library, by the name of its file. */
export type Doings = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function doingsIn(folder: string): Doings {
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

/** What the app does otherwise in a library recorded anew, line by line. */
export function whatChanged(before: Doings, now: Doings): string[] {
  return [...now].flatMap(([file, counts]) => {
    const old = before.get(file);
    if (!old) return [`${file}: new`];
    const whats = [...new Set([...old.keys(), ...counts.keys()])].sort();
    const changed = whats.filter((what) => old.get(what) !== counts.get(what));
    if (changed.length === 0) return [`${file}: the app does the same as before`];
    return [`${file}:`, ...changed.map((what) => `  ${what}: ${old.get(what) ?? 0} → ${counts.get(what) ?? 0} times`)];
  });
}
