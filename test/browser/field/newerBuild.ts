import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { planting, type SourceChange } from '../../setup/plantedSource';

/** What the next version of the app would bring: another shape of queue entry, and the step that leads to it. */
export const NEXT_VERSION: SourceChange[] = [
  { file: 'offline/storage/migrations.ts', find: 'ENTRY_VERSION = 2', replace: 'ENTRY_VERSION = 3' },
  {
    file: 'offline/storage/migrations.ts',
    find: 'Migration>> = {',
    replace: 'Migration>> = { 2: (record) => ({ ...record, v: 3 }),',
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
