import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockDataDir } from '../../../src/server/db/dataDirLock';
import type { LockOwner } from '../../../src/server/db/lockOwner';
import { leaveLock, lockNames, OF_ANOTHER_HOST } from '../../support/server/lockFolder';
import { createLocation, locationsOnDisk, prepareAdmin } from '../../support/server/locationWrites';
import {
  runServerToItsEnd,
  type ServerProcess,
  spawnServer,
  startServerProcess,
} from '../../support/server/serverProcess';

const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canUnshare = spawnSync('unshare', [...UNSHARE.slice(1), 'true']).status === 0;
/**
 * Starts a process as a container does: in a PID namespace of its own, where it is process 1. A machine that does not
 * allow it shares its namespace, and dataDirLock.test.ts alone shows what locks of other namespaces do.
 */
const APART = canUnshare ? UNSHARE : [];
const PRODUCTION = { NODE_ENV: 'production' };

let dataDir: string;
let started: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const child of started) child.kill('SIGKILL');
  started = [];
  rmSync(dataDir, { recursive: true, force: true });
});

async function startApart(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ DATA_DIR: dataDir, ...PRODUCTION, ...env }, { within: APART });
  started.push(server.process);
  return server;
}

/** The pid of the server itself: the one that its namespace's maker has started. */
function pidOf({ process: { pid = 0 } }: ServerProcess): number {
  return canUnshare ? Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) : pid;
}

async function stop(server: ServerProcess): Promise<void> {
  const exit = once(server.process, 'exit');
  process.kill(pidOf(server), 'SIGTERM');
  await exit;
}

const runSecond = () => runServerToItsEnd({ DATA_DIR: dataDir, ...PRODUCTION }, { within: APART });
const REFUSAL =
  /^The data folder \S+ is in use by process \d+( of host \S+)?\. Stop it first, or set DATA_DIR to another folder\.\n$/;

describe('two containers on one data folder', () => {
  it('the second is refused with one line, and the first loses no write', async () => {
    const cookie = await prepareAdmin(dataDir);
    const first = await startApart();
    const second = runSecond();
    const keys = Array.from({ length: 30 }, (_, count) => `write-${String(count).padStart(2, '0')}`);
    for (const key of keys) expect((await createLocation(first.url, cookie, key)).status).toBe(201);
    expect(await second).toEqual({ code: 1, output: '', errors: expect.stringMatching(REFUSAL) });
    await stop(first);
    expect(await locationsOnDisk(dataDir)).toEqual(keys);
  });

  it('the second is refused while the event loop of the first is blocked for more than 10 s', async () => {
    const blocked = join(dataDir, 'blocked');
    const begun = `${blocked}-begun`;
    const block = `const fs = process.getBuiltinModule('fs');
      process.on('SIGUSR2', () => { fs.writeFileSync('${begun}', ''); while (fs.existsSync('${blocked}')); })`;
    const first = await startApart({ NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(block)}"` });
    writeFileSync(blocked, '');
    process.kill(pidOf(first), 'SIGUSR2');
    await expect.poll(() => existsSync(begun), { timeout: 30_000 }).toBe(true);
    let isBlocked = true;
    const askHealth = () => fetch(`${first.url}/api/health`);
    // A server that was blocked for long may give this request up.
    const ended = askHealth().then(
      () => (isBlocked = false),
      () => (isBlocked = false),
    );
    await sleep(10_000);
    expect(await runSecond()).toEqual({ code: 1, output: '', errors: expect.stringMatching(REFUSAL) });
    expect(isBlocked).toBe(true);
    rmSync(blocked);
    await ended;
    expect((await askHealth()).status).toBe(200);
  });

  it('the first, suspended until the second took the lock over, exits before its next write', async () => {
    const cookie = await prepareAdmin(dataDir);
    const first = await startApart();
    await createLocation(first.url, cookie, 'write-before');
    process.kill(pidOf(first), 'SIGSTOP');
    const late = createLocation(first.url, cookie, 'write-late').catch(() => 'no response');
    const [held = ''] = lockNames(dataDir);
    // Where both share a namespace, the second would look the first up, and find it.
    if (!canUnshare) renameSync(join(dataDir, 'lock', held), leaveLock(dataDir, { pid: 1, startTicks: '1' }));
    const second = await startApart();
    expect((await createLocation(second.url, cookie, 'write-second')).status).toBe(201);
    const end = once(first.process, 'exit');
    process.kill(pidOf(first), 'SIGCONT');
    expect(await late).toBe('no response');
    expect(await end).not.toEqual([0, null]);
    expect(first.errors()).toContain('This process no longer holds');
    expect((await createLocation(second.url, cookie, 'write-third')).status).toBe(201);
    await stop(second);
    expect(await locationsOnDisk(dataDir)).toEqual(['write-before', 'write-second', 'write-third']);
  });
});

describe('a server', () => {
  it('whose lock another process has taken exits at once, also when it is idle', async () => {
    const server = await startServerProcess({ DATA_DIR: dataDir, ...PRODUCTION });
    started.push(server.process);
    const end = once(server.process, 'exit');
    for (const name of lockNames(dataDir)) renameSync(join(dataDir, 'lock', name), join(dataDir, 'lock', 'free'));
    expect(await end).not.toEqual([0, null]);
    expect(server.errors()).toContain('This process no longer holds');
    expect(lockNames(dataDir)).toEqual(['free']);
  });

  it('that is stopped while it starts releases the data folder', async () => {
    const server = spawnServer({ DATA_DIR: dataDir, ...PRODUCTION });
    started.push(server);
    const isHeld = () => existsSync(join(dataDir, 'lock')) && lockNames(dataDir)[0] !== 'free';
    while (!isHeld()) await sleep(5);
    const end = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await end).toEqual([143, null]);
    expect(lockNames(dataDir)).toEqual(['free']);
  });
});

it('of 20 processes that ask at once exactly one gets the data folder, each time', async () => {
  const takers = Array.from({ length: 20 }, () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'test/support/server/lockTaker.ts']);
    started.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return async (line: string) => {
      child.stdin.write(`${line}\n`);
      return (await lines.next()).value as string;
    };
  });
  await Promise.all(takers.map((ask) => ask('release')));
  for (let round = 0; round < 10; round++) {
    rmSync(join(dataDir, 'lock'), { recursive: true, force: true });
    // Every other time after a process that was killed.
    if (round % 2 === 1) leaveLock(dataDir, { startTicks: '1' });
    const said = await Promise.all(takers.map((ask) => ask(dataDir)));
    expect(said.filter((line) => line === 'held')).toHaveLength(1);
    expect(said.filter((line) => line.includes('in use by process'))).toHaveLength(19);
    await Promise.all(takers.map((ask) => ask('release')));
    expect(lockNames(dataDir)).toEqual(['free']);
  }
});

it('a lock of another machine is taken over after 30 s without an update; the start reports the wait in one line', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const owners = {
    'another-machine': OF_ANOTHER_HOST,
    'without-proc': { pidSpace: '', startTicks: '', host: 'elsewhere' },
  };
  const takeOver = async ([name, owner]: [string, Partial<LockOwner>]) => {
    const path = join(dataDir, name);
    leaveLock(path, owner);
    (await lockDataDir(path)).release();
  };
  await Promise.all(Object.entries(owners).map(takeOver));
  const line = (name: string) =>
    `The data folder ${join(dataDir, name)} is locked by process ${process.pid} of host elsewhere, ` +
    'which cannot be looked up from here. It is taken over after 30 s without a sign of life.\n';
  expect(said.mock.calls.map(([text]) => text)).toEqual(Object.keys(owners).map(line));
});
