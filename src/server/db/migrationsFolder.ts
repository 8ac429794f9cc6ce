import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');

/** Calls `migrate` with a folder that holds the first `count` migrations, or all of them when none is given. */
export async function withMigrations(
  count: number | undefined,
  migrate: (migrationsFolder: string) => Promise<void>,
): Promise<void> {
  if (count === undefined) return await migrate(MIGRATIONS_DIR);
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  try {
    cpSync(MIGRATIONS_DIR, folder, { recursive: true });
    const path = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] };
    writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await migrate(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
