import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockDataDir } from '../../../../src/server/db/dataDirLock';

// Each call of the command is a process that opens a database of its own.
vi.setConfig({ testTimeout: 300_000 });

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-command-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** `npm run import -- …` on an embedded database of its own. */
function importData(...args: string[]) {
  const ended = spawnSync(process.execPath, ['--import', 'tsx', 'src/server/commands/importData.ts', ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  return { code: ended.status, output: ended.stdout.trim().split('\n'), errors: ended.stderr.trim().split('\n') };
}

describe('npm run import', () => {
  it('reports each file and exits with 0, also with bad rows', () => {
    writeFileSync(join(folder, 'stores.csv'), 'store_number,name\n1,Alpha\n2,\n');
    expect(importData(folder)).toEqual({
      code: 0,
      output: ['stores.csv, line 3: name is missing', 'stores.csv: 1 new, 0 updated, 1 bad rows'],
      errors: [''],
    });
    const strict = importData(folder, '--strict');
    expect(strict.code).toBe(1);
    expect(strict.output.at(-1)).toBe('stores.csv: nothing imported, 1 bad rows');
  });

  it('prints its usage for wrong arguments', () => {
    expect(importData()).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('Usage: npm run import'), ...Array(3).fill(expect.anything())],
    });
    expect(importData(join(folder, 'nowhere')).errors).toEqual([`There is no folder ${join(folder, 'nowhere')}`]);
    expect(importData(folder, '--srtict').code).toBe(1);
  });

  it('refuses a data folder that a running server uses', async () => {
    mkdirSync(dataDir);
    const lock = await lockDataDir(dataDir);
    try {
      const { code, errors } = importData(folder);
      expect(code).toBe(1);
      expect(errors).toHaveLength(1);
      expect(errors[0]).toContain(String(process.pid));
    } finally {
      lock.release();
    }
  });
});
