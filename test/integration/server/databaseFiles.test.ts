import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a process that has lost the lock exits before its next statement changes a file', async () => {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'test/support/server/lostLockWriter.ts', folder]);
  expect(status).toBe(7);
  const engine = await PGlite.create(folder);
  expect((await engine.query('select text from notes')).rows).toEqual([{ text: 'held' }]);
  await engine.close();
});
