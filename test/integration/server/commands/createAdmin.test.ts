import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/server/db/openDatabase';
import { audit } from '../../../../src/server/db/auditSchema';
import { users } from '../../../../src/server/db/schema';
import { verifyPassword } from '../../../../src/server/auth/passwords';

const dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** `npm run admin -- …args` with a password on standard input. */
async function createAdmin(args: string[], password: string) {
  const command = ['--import', 'tsx', 'src/server/commands/createAdmin.ts', ...args];
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir };
  const child = spawn(process.execPath, command, { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(`${password}\n`);
  const [code] = (await once(child, 'close')) as [number];
  return { code, said: said.trim() };
}

describe('npm run admin', () => {
  it('creates an active admin with the password that it reads', async () => {
    const made = await createAdmin(['Boss@Example.com', 'Ada', 'Boss'], 'correct horse');
    expect(made).toEqual({ code: 0, said: 'Ada Boss can now sign in as boss@example.com.' });
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
    const [row] = await db.select().from(users);
    const entries = await db.select().from(audit);
    await close();
    expect(entries).toMatchObject([
      {
        userId: row?.id,
        action: 'create',
        entity: 'user',
        entityId: row?.id,
        before: null,
        after: { roles: ['admin'] },
      },
    ]);
    expect(row).toMatchObject({ email: 'boss@example.com', name: 'Ada Boss', roles: ['admin'], active: true });
    expect(await verifyPassword(row?.passwordHash ?? null, 'correct horse')).toBe(true);
  });

  it('--reset gives an account a one-time password', async () => {
    const { code, said } = await createAdmin(['--reset', 'BOSS@example.com'], '');
    expect(code).toBe(0);
    const [, password = ''] = /^One-time password of boss@example\.com, .*: ([\w-]{16})$/.exec(said) ?? [];
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
    const [row] = await db.select().from(users);
    await close();
    expect(await verifyPassword(row?.passwordHash ?? null, password)).toBe(true);
    expect(row?.passwordExpiresAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it.each([
    [['--reset', 'nobody@example.com'], '', 'There is no user with the email nobody@example.com.'],
    [['--reset'], '', 'Usage: npm run admin -- EMAIL NAME'],
    [['boss@example.com', 'Ada'], 'correct horse', 'A user with this email already exists.'],
    [['other@example.com', 'Ada'], 'short', 'Use at least 8 characters'],
    [[], '', 'Usage: npm run admin -- EMAIL NAME'],
  ])(
    'refuses %o with a message of one line',
    async (args, password, reason) => {
      const refused = await createAdmin(args, password);
      expect(refused.code).toBe(1);
      expect(refused.said.split('\n')).toEqual([expect.stringContaining(reason)]);
    },
    60_000,
  );
});
