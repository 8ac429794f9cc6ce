import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { planting, type SourceChange } from '../../setup/plantedSource';

/** What the next version of the app would bring: another shape of queue entry, and the step that leads to it. */
export const SECOND_VERSION: SourceChange[] = [
  { file: 'offline/migrations.ts', find: 'ENTRY_VERSION = 1', replace: 'ENTRY_VERSION = 2' },
  {
    file: 'offline/migrations.ts',
    find: 'Migration>> = {}',
    replace: 'Migration>> = { 1: (record) => ({ ...record, v: 2 }) }',
  },
];

/** Builds the app with these changes into a folder of its own and answers that. */
export async function buildNewer(changes: SourceChange[]): Promise<string> {
  const outDir = join(await mkdtemp(join(tmpdir(), 'field-sales-newer-')), 'client');
  await build({
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [planting(changes)],
  });
  return outDir;
}
