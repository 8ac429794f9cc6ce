import { createInterface } from 'node:readline';
import { lockDataDir } from '../../../src/server/db/dataDirLock';
import type { HeldLock } from '../../../src/server/db/heldLock';

/**
 * A process of many that start on one data folder. A line of standard input names a folder: it prints `held`, or why
 * not. The line `release` gives the lock back.
 */
let held: HeldLock | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'release') {
    held?.release();
    held = null;
    console.log('released');
    continue;
  }
  try {
    held = await lockDataDir(line);
    console.log('held');
  } catch (error) {
    console.log(String(error));
  }
}
