import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What `npm start -- --check` prints, and its exit code; in an empty folder, which must stay empty. */
function check(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
  try {
    const args = ['--import', 'tsx', 'src/server/main.ts', '--check'];
    const { PATH = '' } = process.env;
    const { stdout, status } = spawnSync(process.execPath, args, { env: { PATH, DATA_DIR: dataDir, ...env } });
    expect(readdirSync(dataDir)).toEqual([]);
    return { lines: stdout.toString().trimEnd().split('\n'), status };
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

describe('npm start -- --check', () => {
  it('prints every setting with its value and its source, and opens nothing', () => {
    const { lines, status } = check({ PORT: '0', DATABASE_URL: 'postgres://u:pass-word@host/sales' });
    expect(status).toBe(0);
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['PORT', '0', 'environment', 'ok'],
      ['HOST', '127.0.0.1', 'default', 'ok'],
      ['DATA_DIR', expect.stringContaining('field-sales-'), 'environment', 'ok'],
      ['DATABASE_URL', '(hidden)', 'environment', 'ok'],
      ['NODE_ENV', 'development', 'default', 'ok'],
      ['REGISTRATION', 'off', 'default', 'ok'],
      ['TRUST_PROXY', '(not set)', 'default', 'ok'],
      ['DEMO', '(not set)', 'default', 'ok'],
      ['METRICS_TOKEN', '(not set)', 'default', 'ok'],
    ]);
    expect(lines.join('\n')).not.toContain('pass-word');
  });

  it('names every fault, exits with 1 and shows no secret', () => {
    const { lines, status } = check({ PORT: 'http', REGISTRATION: 'yes', METRICS_TOKEN: 'too short!' });
    expect(status).toBe(1);
    expect(lines.filter((line) => line.includes('fault:')).map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'REGISTRATION',
      'METRICS_TOKEN',
    ]);
    expect(lines.join('\n')).not.toContain('too short!');
  });

  it('prints the warnings of the start below the table', () => {
    expect(check({ NODE_ENV: 'production' }).lines.at(-1)).toMatch(/^Warning: TRUST_PROXY is not set/);
  });
});
