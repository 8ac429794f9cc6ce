import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockOwner, ownerText, thisProcess } from '../../../src/server/db/lockOwner';

/** Leaves a lock in a data folder, as an owner does after 7 heartbeats. Returns the path of its file. */
export function leaveLock(dataDir: string, owner: Partial<LockOwner>): string {
  const folder = join(dataDir, 'lock');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `7.${ownerText({ ...thisProcess(), ...owner })}`);
  writeFileSync(path, '');
  return path;
}

/** A process of another machine, whose pid happens to be that of a process of this one. */
export const OF_ANOTHER_HOST = { pidSpace: '11111111-2222-3333-4444-555555555555-4026531836', host: 'elsewhere' };

/** The names of the lock's files; of a free lock: `free` alone. */
export const lockNames = (dataDir: string) => readdirSync(join(dataDir, 'lock'));
