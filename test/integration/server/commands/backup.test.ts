import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { offerBackups } from '../../../../src/server/backup/backupSocket';
import { restoreBackup } from '../../../../src/server/backup/restoreBackup';
import { writeBackup } from '../../../../src/server/backup/writeBackup';
import {
  allRows,
  anEmptyDatabase,
  backupFile,
  backupFolder,
  fill,
  runBackupCommand,
  setUpBackups,
  within,
} from '../../../support/server/backups';
import { NOW } from '../../../support/server/builders';
import { openFilledBefore, openTestDatabase } from '../../../support/server/testDatabase';

// Each command is a process that opens a database of its own.
vi.setConfig({ testTimeout: 300_000 });
setUpBackups();

describe('a backup', () => {
  it('restores every table with the rows that it had', async () => {
    const [source, target] = [await anEmptyDatabase(), await anEmptyDatabase()];
    const before = await within(source, async (db) => {
      await fill(db);
      return await allRows(db);
    });
    const made = await runBackupCommand('backup', source);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(statSync(backupFile()).mode & 0o777).toBe(0o600);
    expect(await runBackupCommand('restore', target)).toMatchObject({ code: 0, errors: '' });
    const after = await within(target, allRows);
    expect(after).toEqual(before);
    for (const table of ['visits', 'delivery_lines', 'item_prices', 'sessions', 'visit_rollups']) {
      expect(after[table]).not.toHaveLength(0);
    }
  });
  it('of a database without the last migrations can be restored; the restore then applies them', async () => {
    const target = await anEmptyDatabase();
    const insert = sql`insert into users (id, name, email, password_hash, roles, active, created_at)
      values ('u1', 'Ada', 'ada@example.com', '-', '{admin}', true, now())`;
    const earlier = await openFilledBefore(4, async (db) => {
      await db.execute(insert);
      await writeBackup(db, backupFile(), NOW);
    });
    await earlier.close();
    await restoreBackup(target.config, backupFile());
    const newest = await openTestDatabase();
    const expected = await newest.db.execute(sql`select * from drizzle.__drizzle_migrations`);
    await newest.close();
    const found = await within(target, async (db) => ({
      users: (await db.query.users.findMany()).map(({ id, passwordExpiresAt }) => ({ id, passwordExpiresAt })),
      migrations: (await db.execute(sql`select * from drizzle.__drizzle_migrations`)).rows.length,
    }));
    expect(found).toEqual({ users: [{ id: 'u1', passwordExpiresAt: null }], migrations: expected.rows.length });
  });
  it('is unavailable from a server whose data folder has too long a path; the server starts all the same', async () => {
    const { db, close } = await openTestDatabase();
    const errors: unknown[] = [];
    const stop = await offerBackups(db, join(backupFolder(), 'x'.repeat(120)), (error) => errors.push(error));
    stop();
    await close();
    expect(errors.map(String)).toEqual([expect.stringMatching(/^Error: The path of DATA_DIR is too long/)]);
  });
});
