import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The mode bit of a folder such as /tmp, in which every user may create files. The server does not change its mode. */
const STICKY = 0o1000;

function setMode(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
  } catch (error) {
    // A heartbeat has renamed its lock file meanwhile; the folder is private already.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Removes the access of group and others from a folder and everything below it. Links are not changed: they have no
 * mode of their own.
 */
function makeTreePrivate(folder: string): void {
  setMode(folder, FOLDER_MODE);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeTreePrivate(path);
    else if (entry.isFile()) setMode(path, FILE_MODE);
  }
}

/** Creates a folder and its parents unless they exist. Node's own `recursive` option never ends below /proc. */
export function createPrivateFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (!existsSync(dirname(folder))) createPrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(existsSync(folder) && statSync(folder).isDirectory())) throw error;
  }
}

/**
 * Makes the folders `names` of the data folder private to the user of this process, with the files of earlier starts.
 * Other files in the data folder are not the server's and stay unchanged. The data folder itself stays unchanged if
 * another user owns it, as with a mounted volume; the folders in it are private all the same.
 */
export function makePrivate(dataDir: string, names: readonly string[]): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === process.getuid?.() && (mode & STICKY) === 0) setMode(dataDir, FOLDER_MODE);
  for (const name of names) makeTreePrivate(join(dataDir, name));
}
