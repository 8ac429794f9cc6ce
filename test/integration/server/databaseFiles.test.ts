import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../../src/domain/durations';
import { openDatabase } from '../../../src/server/db/openDatabase';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-files-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

it('a process that has lost the lock exits before its next statement changes a file', async () => {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'test/support/server/lostLockWriter.ts', folder]);
  expect(status).toBe(7);
  const engine = await PGlite.create(folder);
  expect((await engine.query('select text from notes')).rows).toEqual([{ text: 'held' }]);
  await engine.close();
});

it('the log of the embedded database is written into its tables while it runs, not only at its stop', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: folder });
  const needed = async () => {
    const { rows } = await db.execute<{ bytes: string }>(
      sql`select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()`,
    );
    return Number(rows[0]?.bytes);
  };
  await db.execute(sql`create table filled as select g, repeat('x', 100) from generate_series(1, 20000) g`);
  const written = await needed();
  expect(written).toBeGreaterThan(1_000_000);
  vi.advanceTimersByTime(HOUR_MS / 2);
  expect(await needed()).toBeLessThan(written / 10);
  await close();
});

it('the embedded database uses the space of replaced rows again while it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: folder });
  const replaceAll = () => db.execute(sql`update filled set text = repeat('y', 1000)`);
  const bytes = async () => {
    const { rows } = await db.execute<{ bytes: string }>(sql`select pg_relation_size('filled') as bytes`);
    return Number(rows[0]?.bytes);
  };
  await db.execute(sql`create table filled as select g, repeat('x', 1000) as text from generate_series(1, 2000) g`);
  await replaceAll();
  const grown = await bytes();
  expect(grown).toBeGreaterThan(4_000_000);
  vi.advanceTimersByTime(HOUR_MS);
  await replaceAll();
  expect(await bytes()).toBe(grown);
  await close();
});
