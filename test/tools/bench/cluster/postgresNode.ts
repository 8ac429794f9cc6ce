import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { requireBinaries, unprivileged } from '../../../run/privatePostgres';
import { freePort } from '../../../support/server/freePort';

const START_TIMEOUT_MS = 60_000;
const SYNC_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** One PostgreSQL of a cluster, durable as in production, in a temporary folder of its own. */
export interface PostgresNode {
  port: number;
  /** Of the database that the servers use. */
  url: string;
  query(statement: string): Promise<Record<string, unknown>[]>;
  /** A standby of this node, which every commit waits for from now on. */
  addStandby(): Promise<PostgresNode>;
  /** Makes a standby the primary, and returns when it takes writes. */
  promote(): Promise<void>;
  /** Ends every process of the node at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Deletes its files too. */
  remove(): Promise<void>;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'field-sales-node-'));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

function run(program: string, args: string[], cwd: string): void {
  const binaries = dirname(realpathSync(join(requireBinaries(), 'postgres')));
  const done = spawnSync(join(binaries, program), args, { cwd, encoding: 'utf8', ...unprivileged() });
  if (done.status !== 0) throw new Error(`${program} failed: ${done.error ?? done.stderr}`);
}

/** The server processes below a process: each leads a group of its own, so that a group cannot be killed. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

async function killAll(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const gone = once(server, 'exit');
  // Stopped first: it would start others for those that end.
  server.kill('SIGSTOP');
  const children = childrenOf(server.pid);
  server.kill('SIGKILL');
  for (const child of children) process.kill(child, 'SIGKILL');
  await gone;
}

async function start(folder: string): Promise<PostgresNode> {
  const port = await freePort();
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  const settings = ['max_connections=300', `unix_socket_directories=${folder}`, 'shared_buffers=512MB'];
  const args = ['-D', join(folder, 'data'), '-h', '127.0.0.1', '-p', String(port)];
  const server = spawn(join(requireBinaries(), 'postgres'), [...args, ...settings.flatMap((text) => ['-c', text])], {
    cwd: folder,
    ...unprivileged(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (text: Buffer) => {
    log = (log + text.toString()).slice(-10_000);
  });
  const query = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!log.includes('ready to accept')) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${log}`);
    await setTimeout(POLL_MS);
  }
  const kill = () => killAll(server);
  return {
    port,
    url,
    query,
    addStandby: async () => {
      const other = newFolder();
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'test'];
      run('pg_basebackup', [...source, '-D', join(other, 'data'), '-R', '-X', 'stream', '-c', 'fast'], other);
      const standby = await start(other);
      await query(`alter system set synchronous_standby_names = '*'`);
      await query('select pg_reload_conf()');
      const end = Date.now() + SYNC_TIMEOUT_MS;
      while ((await query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).length === 0) {
        if (Date.now() > end) throw new Error('The standby does not follow');
        await setTimeout(POLL_MS);
      }
      return standby;
    },
    promote: async () => {
      await query('select pg_promote()');
    },
    kill,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new primary without a standby. */
export async function startPrimary(): Promise<PostgresNode> {
  const folder = newFolder();
  run('initdb', ['-D', join(folder, 'data'), '-U', 'test', '-A', 'trust', '-E', 'UTF8'], folder);
  return start(folder);
}
