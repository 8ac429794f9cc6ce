import { renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

/**
 * The thread that shows others that this process still has the data folder open. It renames the lock file from
 * `<n>.<owner>` to `<n + 1>.<owner>` at each beat. It runs beside the event loop, which a long query may block.
 * JavaScript, because a worker thread of Node 20 starts no TypeScript.
 */

/** @type {import('./heldLock').HeartbeatData} */
const { folder, owner, beats, released, beatMs } = workerData;

/** Ends the process, also while its main thread is busy. Process 1 of a container is immune, and ends when its main
 * thread sees this thread end. */
function endProcess() {
  if (process.pid !== 1) {
    writeSync(2, `This process no longer holds ${folder}, so it ends before it writes to the data folder again.\n`);
    process.kill(process.pid, 'SIGKILL');
  }
  process.exit();
}

setInterval(() => {
  const beat = Atomics.load(beats, 0);
  try {
    renameSync(join(folder, `${beat}.${owner}`), join(folder, `${beat + 1}.${owner}`));
    Atomics.store(beats, 0, beat + 1);
  } catch (error) {
    // Any other error may pass, and whoever cannot rename the lock here cannot take it either.
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isGone && Atomics.load(released, 0) === 0) endProcess();
  }
}, beatMs);
