import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/server/db/openDatabase';
import { runServerToItsEnd } from '../../support/server/serverProcess';

let dataDir: string;
/** Listens and never says a word: a port in use, and a database that does not respond. */
let silent: Server;
const silentPort = () => String((silent.address() as AddressInfo).port);

beforeAll(async () => {
  silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(() => silent.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Ends with 1 and one line that names the variable, and leaves no lock behind. */
async function expectRefusal(
  env: Record<string, string>,
  line: string,
  how?: { script: string; args?: string[] },
): Promise<void> {
  const { code, errors } = await runServerToItsEnd({ DATA_DIR: dataDir, ...env }, how);
  expect(errors.trimEnd().split('\n')).toEqual([expect.stringContaining(line)]);
  expect(code).toBe(1);
  const names = readdirSync(dataDir, { recursive: true }).map(String);
  expect(names.filter((name) => name.startsWith('lock/'))).toEqual(names.includes('lock') ? ['lock/free'] : []);
}

describe('a setting that cannot be used ends the start with one line that names the setting', () => {
  it.each<[string, string, string]>([
    ['TRUST_PROXY', '*', 'TRUST_PROXY must be a number of proxies, or IP addresses and ranges such as 10.0.0.0/8'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be'],
    ['TRUST_PROXY', '10.0.0.1,,', 'TRUST_PROXY must be'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be'],
    ['PORT', 'http', 'PORT must be a number from 0 to 65535, not "http"'],
    ['HOST', 'http://localhost', 'HOST must be an IP address or a host name of this machine, not "http://localhost"'],
    ['HOST', '203.0.113.7', 'HOST must be an IP address or a host name of this machine, not "203.0.113.7"'],
    ['HOST', 'nowhere.invalid', 'HOST must be an IP address or a host name of this machine, not "nowhere.invalid"'],
    ['HOST', '0.0.0.0', 'HOST 0.0.0.0 would let other machines sign in with the demo accounts'],
    ['DEMO', 'yes', 'DEMO must be one of public, or not set, not "yes"'],
    ['REGISTRATION', 'yes', 'REGISTRATION must be one of on, off, or not set, not "yes"'],
    ['NODE_ENV', 'prod', 'NODE_ENV must be one of production, development, test, or not set, not "prod"'],
    ['DATABASE_URL', 'nonsense', 'DATABASE_URL must be an address of the form postgres://'],
    ['DATABASE_URL', 'mysql://localhost/sales', 'DATABASE_URL must be an address of the form postgres://'],
    ['DATABASE_URL', 'postgres://host:port/sales', 'DATABASE_URL must be an address of the form postgres://'],
    ['DATABASE_URL', 'postgres://127.0.0.1:1/sales', 'DATABASE_URL names could not be opened: connect ECONNREFUSED'],
    ['DATABASE_URL', 'postgres://127.0.0.1/x?sslmode=verify-full&sslrootcert=/none', 'DATABASE_URL names could not'],
    ['DATA_DIR', '/dev/null/data', 'DATA_DIR must name a folder that this user owns and can write to: ENOTDIR'],
    ['DATA_DIR', '/proc/data', 'DATA_DIR must name a folder that this user owns and can write to: ENOENT'],
  ])('%s=%s', (name, value, line) => expectRefusal({ [name]: value }, line));

  it('a PORT that another process listens on', () =>
    expectRefusal({ PORT: silentPort() }, `PORT ${silentPort()} is in use on 127.0.0.1`));

  it('a DATABASE_URL whose server does not respond', () =>
    expectRefusal({ DATABASE_URL: `postgres://127.0.0.1:${silentPort()}/sales` }, 'DATABASE_URL names could not'));

  it('the line never shows the password of a DATABASE_URL', async () => {
    const { errors } = await runServerToItsEnd({ DATABASE_URL: 'postgres//user:secret@host/sales' });
    expect(errors).toContain('DATABASE_URL');
    expect(errors).not.toContain('secret');
  });
});

describe('a database in DATA_DIR that cannot be opened ends the start with one line', () => {
  it('DATA_DIR is a file', async () => {
    writeFileSync(join(dataDir, 'db'), '');
    await expectRefusal({}, 'DATA_DIR must name a folder that this user owns and can write to: EEXIST');
  });

  it('a database of another PostgreSQL version', async () => {
    mkdirSync(join(dataDir, 'db'));
    writeFileSync(join(dataDir, 'db/PG_VERSION'), '9.6\n');
    await expectRefusal({}, `The database in the folder DATA_DIR, ${dataDir}, could not be opened: PGlite`);
  });

  it('a database whose list of migrations cannot be read', async () => {
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
    await db.execute(sql`alter table drizzle.__drizzle_migrations rename column created_at to somewhen`);
    await close();
    await expectRefusal({}, 'could not be opened: column "created_at" does not exist');
  });
});

describe('a command beside the server refuses the same settings', () => {
  it.each<[string, { script: string; args?: string[] }]>([
    ['npm run admin', { script: 'src/server/commands/createAdmin.ts', args: ['boss@example.com', 'Ada'] }],
    ['npm run import', { script: 'src/server/commands/importData.ts', args: ['/nowhere'] }],
    ['npm run rollups', { script: 'src/server/commands/rebuildRollups.ts' }],
  ])('%s', async (_name, how) => {
    await expectRefusal({ TRUST_PROXY: '*' }, 'TRUST_PROXY must be', how);
    const folder = { DATA_DIR: '/dev/null/data', ADMIN_PASSWORD: 'correct horse' };
    const importable = how.args?.[0] === '/nowhere' ? { ...how, args: [dataDir] } : how;
    await expectRefusal(folder, 'DATA_DIR must name a folder', importable);
    await expectRefusal({ DATABASE_URL: 'postgres://127.0.0.1:1/sales' }, 'DATABASE_URL names could not', importable);
  });
});
