import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process has the data folder open. The message is for the operator, in one line. */
class DataDirInUse extends Error {
  constructor(dataDir: string, pid: string) {
    super(`The data folder ${dataDir} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

/** When a process began, in the system's ticks, where the system tells: a pid alone may have been given again. */
function startOf(pid: string): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return afterName.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(owner: string): boolean {
  const [pid = '', start = ''] = owner.split(' ');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return start === '' || startOf(pid) === start;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
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
      if (owner === '') continue;
      const [ownerPid = ''] = owner.split(' ');
      if (isAlive(owner)) throw new DataDirInUse(dataDir, ownerPid);
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
  } catch {
    return;
  }
  const moved = readOwner(aside);
  if (moved !== deadOwner) {
    tryLink(aside, lock);
    rmSync(aside, { force: true });
    throw new DataDirInUse(dataDir, moved.split(' ')[0] ?? '');
  }
  rmSync(aside, { force: true });
}
