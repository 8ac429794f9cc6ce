import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/server/freePort';

const DEBIAN_VERSIONS = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 120_000;

function findBinaries(): string | null {
  const debian = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS).sort().reverse() : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.map((version) => join(DEBIAN_VERSIONS, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/** The folder of initdb and postgres. */
export function requireBinaries(): string {
  const found = findBinaries();
  if (found !== null) return found;
  console.log('No PostgreSQL found, trying: apt-get install postgresql');
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql'], { stdio: 'inherit' });
  const installed = findBinaries();
  if (installed !== null) return installed;
  throw new Error('This needs PostgreSQL: install the package postgresql, or name a server in TEST_DATABASE_URL.');
}

/** PostgreSQL refuses to run as root; then it runs as this user, who needs no account of its own data. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => {
    const { stdout, status } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : 65_534;
  };
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export interface PrivateServer {
  url: string;
  /** Ends it with all its connections and starts it again on its data; a server that was given can't be restarted. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL of our own, in a temporary folder and on a free port, until `stop`; with TEST_DATABASE_URL set that
 * server, which `stop` leaves running.
 */
export async function startPostgres(): Promise<PrivateServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    const restart = () => Promise.reject(new Error('The server that TEST_DATABASE_URL names is not ours to restart'));
    return { url: given, restart, stop: async () => undefined };
  }
  const binaries = requireBinaries();
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'field-sales-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { cwd: folder, encoding: 'utf8', ...user } as const;

  const init = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.error ?? init.stderr}`);

  const port = await freePort();
  // Durability is not what is tested, and the folder is thrown away.
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200', `unix_socket_directories=${folder}`];
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const launch = async () => {
    const server = spawn(join(binaries, 'postgres'), args, {
      cwd: folder,
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    server.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!said.includes('ready to accept connections')) {
      if (server.exitCode !== null || Date.now() > deadline) {
        server.kill('SIGINT');
        rmSync(folder, { recursive: true, force: true });
        throw new Error(`PostgreSQL did not start:\n${said}`);
      }
      await setTimeout(50);
    }
    return server;
  };
  let server = await launch();
  const end = async () => {
    if (server.exitCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await gone;
  };
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await end();
      server = await launch();
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
