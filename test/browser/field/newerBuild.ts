import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** A change of the source that is made for one build only. */
interface SourceChange {
  /** The end of the file's path. */
  file: string;
  from: string;
  to: string;
}

/** What the next version of the app would bring: another shape of queue entry, and the step that leads to it. */
export const SECOND_VERSION: SourceChange[] = [
  { file: 'src/offline/migrations.ts', from: 'ENTRY_VERSION = 1', to: 'ENTRY_VERSION = 2' },
  {
    file: 'src/offline/migrations.ts',
    from: 'Migration>> = {}',
    to: 'Migration>> = { 1: (record) => ({ ...record, v: 2 }) }',
  },
  { file: 'src/offline/entrySchema.ts', from: 'v: oneOf(1)', to: 'v: oneOf(2)' },
];

function changing(changes: SourceChange[]): Plugin {
  const pending = new Set(changes);
  return {
    name: 'newer-build',
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const change of changes.filter(({ file }) => id.endsWith(file))) {
        if (!changed.includes(change.from)) throw new Error(`${change.file} does not contain: ${change.from}`);
        changed = changed.replace(change.from, change.to);
        pending.delete(change);
      }
      return changed;
    },
    buildEnd() {
      const missed = [...pending].map(({ file }) => file);
      if (missed.length > 0) throw new Error(`Not part of the build: ${missed.join(', ')}`);
    },
  };
}

/** Builds the app with these changes into a folder of its own and answers that. */
export async function buildNewer(changes: SourceChange[]): Promise<string> {
  const outDir = join(await mkdtemp(join(tmpdir(), 'field-sales-newer-')), 'client');
  await build({
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [changing(changes)],
  });
  return outDir;
}
