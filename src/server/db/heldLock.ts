import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type LockOwner, ownerText } from './lockOwner';

/** The name of the lock file while nobody has the data folder open. */
export const FREE = 'free';

const BEAT_MS = 1000;

/** The data that this thread shares with the heartbeat's thread. */
export interface HeartbeatData {
  /** The lock folder. */
  folder: string;
  owner: string;
  /** The number of heartbeats in the name of the lock file. */
  beats: Int32Array;
  /** 1 once this process releases the lock. */
  released: Int32Array;
  beatMs: number;
}

/** The lock of a data folder that this process holds. */
export interface HeldLock {
  /** Returns when the lock is still this process's, and ends the process when it is not. */
  assertHeld(): void;
  /** Releases the data folder. Nothing may write to it any more. */
  release(): void;
}

/** Renames a file unless another process has done so first. Returns whether it did. */
export function renameIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

export const firstNameOf = (owner: LockOwner) => `0.${ownerText(owner)}`;

/**
 * Holds a lock that was just taken with the name `firstNameOf(owner)`: starts its heartbeat, and releases it at exit.
 */
export function holdLock(folder: string, owner: LockOwner): HeldLock {
  const shared = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data: HeartbeatData = {
    folder,
    owner: ownerText(owner),
    beats: shared(),
    released: shared(),
    beatMs: BEAT_MS,
  };
  const worker = new Worker(join(import.meta.dirname, 'lockHeartbeat.js'), { workerData: data, execArgv: [] });
  worker.unref();

  const pathAt = (beat: number) => join(folder, `${beat}.${data.owner}`);
  /** Tries the current name of the lock file and the next one, because a heartbeat may be renaming it. */
  const tryName = (attempt: (path: string) => boolean): boolean => {
    for (;;) {
      const beat = Atomics.load(data.beats, 0);
      if (attempt(pathAt(beat)) || attempt(pathAt(beat + 1))) return true;
      if (Atomics.load(data.beats, 0) === beat) return false;
    }
  };

  const endProcess = () => {
    process.stderr.write(
      `This process no longer holds ${folder}, so it ends before it writes to the data folder again.\n`,
    );
    process.exit(1);
  };
  worker.once('error', endProcess).once('exit', () => {
    if (Atomics.load(data.released, 0) === 0) endProcess();
  });

  const release = () => {
    process.off('exit', release);
    if (Atomics.exchange(data.released, 0, 1) === 1) return;
    tryName((path) => renameIfThere(path, join(folder, FREE)));
    void worker.terminate();
  };
  process.once('exit', release);

  return {
    assertHeld: () => {
      if (!tryName(existsSync)) endProcess();
    },
    release,
  };
}
