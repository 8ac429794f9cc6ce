import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePrivate } from '../../../src/server/db/privateFiles';
import { createLocation, prepareAdmin } from '../../support/server/locationWrites';
import { type ServerProcess, startServerProcess } from '../../support/server/serverProcess';

/** A shell whose user takes no right from anybody: what is private then is private by the server's doing. */
const WITHOUT_UMASK = ['sh', '-c', 'umask 0; exec "$@"', 'sh'];

let folder: string;
let dataDir: string;
let server: ServerProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'field-sales-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  await server?.end('SIGKILL');
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
const below = (path: string) => readdirSync(path, { recursive: true, withFileTypes: true });

/**
 * The modes of a folder and all below it, and how many files it holds, the socket for backups among them. A lock file
 * may be renamed meanwhile.
 */
function modesOf(path: string) {
  const entries = below(path).filter((entry) => !entry.parentPath.endsWith('/lock'));
  const modes = (isFolder: boolean) => {
    const found = entries.filter((entry) => entry.isDirectory() === isFolder);
    return [...new Set(found.map((entry) => modeOf(join(entry.parentPath, entry.name))))];
  };
  return { folder: modeOf(path), folders: modes(true), files: modes(false), count: entries.length };
}

it('files of the database and the lock are readable to their user alone, existing and new ones', async () => {
  const cookie = await prepareAdmin(dataDir);
  for (const entry of below(dataDir)) chmodSync(join(entry.parentPath, entry.name), entry.isFile() ? 0o666 : 0o777);
  chmodSync(dataDir, 0o777);

  server = await startServerProcess({ DATA_DIR: dataDir, NODE_ENV: 'production' }, { within: WITHOUT_UMASK });
  const atStart = modesOf(dataDir);
  expect(atStart).toMatchObject({ folder: '700', folders: ['700'], files: ['600'] });
  expect(atStart.count).toBeGreaterThan(500);
  for (let count = 0; count < 20; count++) {
    expect((await createLocation(server.url, cookie, `write-number-${count}`)).status).toBe(201);
  }
  expect(modesOf(dataDir)).toMatchObject({ folder: '700', folders: ['700'], files: ['600'] });
  expect(await server.end('SIGTERM')).toBe(0);
  expect(modesOf(dataDir)).toMatchObject({ folder: '700', folders: ['700'], files: ['600'] });
  expect(modeOf(join(dataDir, 'lock/free'))).toBe('600');
});

it('a new data folder is private from its first start on', async () => {
  server = await startServerProcess({ DATA_DIR: dataDir, NODE_ENV: 'production' }, { within: WITHOUT_UMASK });
  expect(modesOf(dataDir)).toMatchObject({ folder: '700', folders: ['700'], files: ['600'] });
});

it('other files in the data folder, and a shared data folder such as /tmp, keep their modes', () => {
  mkdirSync(join(dataDir, 'db'), { recursive: true });
  writeFileSync(join(dataDir, 'report.csv'), '');
  chmodSync(join(dataDir, 'report.csv'), 0o644);
  chmodSync(dataDir, 0o1777);
  makePrivate(dataDir, ['db']);
  expect([dataDir, join(dataDir, 'report.csv'), join(dataDir, 'db')].map(modeOf)).toEqual(['1777', '644', '700']);
});
