import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FREE, firstNameOf, type HeldLock, holdLock, renameIfThere } from './heldLock';
import { type LockOwner, livenessOf, parseOwner, thisProcess } from './lockOwner';

/** The folder of the lock in the data folder. */
export const LOCK_FOLDER = 'lock';
/** Without a heartbeat for this time an owner that cannot be looked up counts as ended. One comes every second. */
const HEARTBEAT_TIMEOUT_MS = 30_000;
/** After this wait the start reports what it waits for. A running owner has updated the lock by then. */
const NOTICE_AFTER_MS = 5_000;
const POLL_MS = 200;
/** How often the folder is read again when it does not hold exactly one lock file: a rename is under way. */
const READ_TRIES = 10;

/** Another process has the data folder open, or may have. The message is for the operator, in one line. */
export class DataDirInUse extends Error {}

/** The state of the lock: `owner` is `null` when no process has the data folder open. */
type Holder = { name: string; owner: LockOwner | null };

function parseHolder(name: string): Holder | null {
  if (name === FREE) return { name, owner: null };
  const owner = parseOwner(name.replace(/^\d+\./, ''));
  return owner && { name, owner };
}

function inUse(dataDir: string, { pid, host }: LockOwner, isElsewhere: boolean): DataDirInUse {
  const owner = isElsewhere ? `process ${pid} of host ${host}` : `process ${pid}`;
  return new DataDirInUse(
    `The data folder ${dataDir} is in use by ${owner}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Creates the lock folder with its one file in one step. Of several starts one succeeds, and the others find it. */
function createLock(lock: string): void {
  const prepared = mkdtempSync(`${lock}.new-`);
  writeFileSync(join(prepared, FREE), '', { mode: 0o600 });
  try {
    renameSync(prepared, lock);
  } catch (error) {
    rmSync(prepared, { recursive: true });
    if (!existsSync(lock)) throw error;
  }
}

/** The names in the lock folder, which is made when it is missing or empty. */
function readLock(dataDir: string, lock: string): string[] {
  try {
    const names = readdirSync(lock);
    if (names.length > 0) return names;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') throw lockedByEarlierVersion(dataDir, lock);
    if (code !== 'ENOENT') throw error;
  }
  createLock(lock);
  return readdirSync(lock);
}

/**
 * Earlier versions wrote a file with their pid, but neither a namespace nor a heartbeat, so it is unknown whether that
 * process has ended.
 */
function lockedByEarlierVersion(dataDir: string, lock: string): DataDirInUse {
  const [pid] = readFileSync(lock, 'utf8').split(' ');
  return new DataDirInUse(
    `The data folder ${dataDir} is locked by an earlier version of this server, as process ${pid || 'unknown'}. ` +
      `Stop it first. If no server has the folder open, delete the file ${lock}.`,
  );
}

async function readHolder(dataDir: string, lock: string): Promise<Holder> {
  for (let tries = 0; tries < READ_TRIES; tries++) {
    const [holder, ...others] = readLock(dataDir, lock).flatMap((name) => parseHolder(name) ?? []);
    if (holder && others.length === 0) return holder;
    await sleep(POLL_MS);
  }
  throw new DataDirInUse(
    `The lock ${lock} cannot be read. If no server has the data folder open, delete the folder ${lock}.`,
  );
}

/** Returns when the owner has ended or its heartbeat has timed out; throws `DataDirInUse` when it is running. */
async function assertAbandoned(dataDir: string, lock: string, name: string, owner: LockOwner): Promise<void> {
  const liveness = livenessOf(owner);
  if (liveness === 'running') throw inUse(dataDir, owner, false);
  if (liveness === 'ended') return;
  const begin = performance.now();
  let isNoticed = false;
  while (performance.now() - begin < HEARTBEAT_TIMEOUT_MS) {
    await sleep(POLL_MS);
    const now = await readHolder(dataDir, lock);
    if (now.name !== name && now.owner?.id === owner.id) throw inUse(dataDir, owner, true);
    if (now.name !== name) return;
    if (isNoticed || performance.now() - begin < NOTICE_AFTER_MS) continue;
    isNoticed = true;
    process.stderr.write(
      `The data folder ${dataDir} is locked by process ${owner.pid} of host ${owner.host}, which cannot be looked up ` +
        `from here. It is taken over after ${HEARTBEAT_TIMEOUT_MS / 1000} s without a sign of life.\n`,
    );
  }
}

/**
 * Takes the data folder for this process. The embedded database has no lock of its own, and two processes on one
 * folder lose rows without an error.
 *
 * The folder `lock` holds one file. Its name is the whole lock: `free`, or the owner and its number of heartbeats.
 * Every change is a rename of that file: taking, each heartbeat, taking over and giving back. A rename succeeds for
 * one process alone, and only while the name is the one that it read. So of many starts one wins, and an owner whose
 * heartbeat comes at the last moment keeps its lock.
 *
 * An owner of the same PID namespace is looked up: when it has ended, its lock is taken at once. The lock of
 * any other owner is taken when its heartbeat has timed out, measured by the process that waits, so that clocks need
 * not agree. An owner that was suspended for so long finds its file gone, at its next heartbeat or before its next
 * write to the database, and ends.
 *
 * Throws `DataDirInUse` when another process has the folder, or when that is in doubt.
 */
export async function lockDataDir(dataDir: string): Promise<HeldLock> {
  const lock = join(dataDir, LOCK_FOLDER);
  const me = thisProcess();
  for (;;) {
    const { name, owner } = await readHolder(dataDir, lock);
    if (owner) await assertAbandoned(dataDir, lock, name, owner);
    if (renameIfThere(join(lock, name), join(lock, firstNameOf(me)))) return holdLock(lock, me);
    // A network file system may still have listed the old name.
    await sleep(POLL_MS);
  }
}
