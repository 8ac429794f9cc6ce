import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** A folder such as /tmp, in which everybody may make files: its rights are not the server's to change. */
const STICKY = 0o1000;

function setMode(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
  } catch (error) {
    // A heartbeat has renamed its lock file; the folder is closed already.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Gives a folder and all below it to its owner alone. Links are left as they are: they have no mode of their own. */
function makeTreePrivate(folder: string): void {
  setMode(folder, FOLDER_MODE);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeTreePrivate(path);
    else if (entry.isFile()) setMode(path, FILE_MODE);
  }
}

/** Makes a folder unless it is there, and those above it. Node's own `recursive` never ends below /proc. */
export function createPrivateFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (!existsSync(dirname(folder))) createPrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process has made it meanwhile.
    if (!(existsSync(folder) && statSync(folder).isDirectory())) throw error;
  }
}

/**
 * Gives the folders `names` of the data folder to the user of this process alone, with the files of earlier starts.
 * What else lies in the data folder is not the server's and stays as it is. The data folder itself is left alone when
 * another user owns it, as a mounted volume may be: what it holds is closed all the same.
 */
export function makePrivate(dataDir: string, names: readonly string[]): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === process.getuid?.() && (mode & STICKY) === 0) setMode(dataDir, FOLDER_MODE);
  for (const name of names) makeTreePrivate(join(dataDir, name));
}
