import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type PrivateServer, unprivileged } from '../../../run/privatePostgres';
import { freePort } from '../../../support/server/freePort';

const START_TIMEOUT_MS = 30_000;

function requirePgBouncer(): void {
  const isThere = () => spawnSync('pgbouncer', ['--version']).status === 0;
  if (isThere()) return;
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'pgbouncer'], { stdio: 'inherit' });
  if (!isThere()) throw new Error('This needs PgBouncer: install the package pgbouncer.');
}

/** The settings of docs/deploy/pgbouncer.ini, with other addresses and without passwords. */
function settingsFor(port: number, database: URL, users: string): string {
  const name = database.pathname.slice(1);
  return readFileSync('docs/deploy/pgbouncer.ini', 'utf8')
    .replace(/^field_sales = .*? connect_query/m, `${name} = host=127.0.0.1 port=${database.port} connect_query`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*$/m, 'auth_type = trust')
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`);
}

/** PgBouncer in front of the database at this URL, with the settings of docs/deploy, until `stop`. */
export async function startPgBouncer(databaseUrl: string): Promise<Pick<PrivateServer, 'url' | 'stop'>> {
  requirePgBouncer();
  const url = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'field-sales-bouncer-'));
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const port = await freePort();
  writeFileSync(users, `"${url.username}" ""\n`);
  writeFileSync(file, settingsFor(port, url, users));
  const user = unprivileged();
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [folder, file, users]) chownSync(path, user.uid, user.gid);
  }
  const bouncer = spawn('pgbouncer', [file], { cwd: folder, ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  bouncer.stderr.on('data', (text: Buffer) => {
    log = (log + text.toString()).slice(-10_000);
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!log.includes('process up')) {
    if (bouncer.exitCode !== null || Date.now() > deadline) throw new Error(`PgBouncer did not start:\n${log}`);
    await setTimeout(50);
  }
  url.port = String(port);
  return {
    url: url.href,
    stop: async () => {
      const gone = once(bouncer, 'exit');
      bouncer.kill('SIGTERM');
      if (bouncer.exitCode === null) await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
