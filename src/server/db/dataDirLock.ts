import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process has the data folder open. The message is for the operator, in one line. */
class DataDirInUse extends Error {
  constructor(dataDir: string, owner: string) {
    const [pid] = owner.split(' ');
    super(`The data folder ${dataDir} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

/** The code of a failed call to the file system, such as ENOENT. */
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** When a process began, in the system's ticks, where the system tells: a pid alone may have been given again. */
function startOf(pid: string): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return afterName.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Whether the process that a lock names still runs. A power cut may leave a lock that names nobody. */
function isAlive(owner: string): boolean {
  const [pid = '', start = ''] = owner.split(' ');
  if (!/^[1-9]\d*$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return start === '' || startOf(pid) === start;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** What a lock says of its owner; `null` when it is gone. */
function readOwner(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Takes the data folder for this process and returns what gives it back. The embedded database has no lock of
 * its own, and two processes on one folder lose rows without an error. A lock left by a killed process is
 * taken over. The lock is linked into place whole, so nobody ever reads a half-written one.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = join(dataDir, 'lock');
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, `${process.pid} ${startOf(String(process.pid))}`);
  try {
    while (!tryLink(mine, lock)) {
      const owner = readOwner(lock);
      if (owner === null) continue;
      if (isAlive(owner)) throw new DataDirInUse(dataDir, owner);
      takeOver(lock, owner, dataDir);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** Moves a dead owner's lock away; if another process was quicker and it is theirs by now, puts it back. */
function takeOver(lock: string, deadOwner: string, dataDir: string): void {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readOwner(aside);
  if (moved !== deadOwner) {
    tryLink(aside, lock);
    rmSync(aside, { force: true });
    throw new DataDirInUse(dataDir, moved ?? '');
  }
  rmSync(aside, { force: true });
}
