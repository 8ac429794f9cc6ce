import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../../src/server/db/openDatabase';
import { fixtureTables } from '../../../browser/fixture/fixtureTables';
import type { RealServer } from '../../../browser/fixture/realServer';
import { startPostgres } from '../../../run/privatePostgres';
import { startRestartable } from '../writes/restartableServer';

const DISK_SIZE = '300m';

/** The real server in a process of its own, on a PostgreSQL of its own whose disk is small. */
export interface ProcessServer extends RealServer {
  /** How often the process ended, killed at a point of a request, and was started again. */
  kills(): number;
  restartDatabase(): Promise<void>;
  /** Leaves no byte on the disk of the database; `giveSpace` ends that. */
  fillDisk(): { freeBytes(): number; giveSpace(): void };
}

/** Mounts a small disk for the data of PostgreSQL. Only root may. */
function mountSmallDisk(): { folder: string; unmount(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'field-sales-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=1777`, 'tmpfs', folder]);
  if (mounted.status !== 0) throw new Error(`A small disk needs root: ${String(mounted.stderr)}`);
  return {
    folder,
    unmount: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL keeps its data below the folder for temporary files. */
async function startPostgresIn(folder: string) {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await startPostgres();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

export async function startProcessServer(): Promise<ProcessServer> {
  const disk = mountSmallDisk();
  const postgres = await startPostgresIn(disk.folder);
  const dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
  const tables = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  const server = await startRestartable(postgres.url, dataDir);
  const unsupported = () => Promise.reject(new Error('This server is killed and restarted, not stopped and started'));
  const ballast = join(disk.folder, 'ballast');
  return {
    db: tables.db,
    url: server.url,
    ...(await fixtureTables(tables.db)),
    kills: server.kills,
    restartDatabase: postgres.restart,
    fillDisk: () => {
      mkdirSync(ballast, { recursive: true });
      const freeBytes = () => statfsSync(disk.folder).bavail * statfsSync(disk.folder).bsize;
      writeFileSync(join(ballast, 'sand'), Buffer.alloc(freeBytes()));
      return { freeBytes, giveSpace: () => rmSync(ballast, { recursive: true, force: true }) };
    },
    stop: unsupported,
    start: unsupported,
    close: async () => {
      await server.stop();
      await tables.close();
      await postgres.stop();
      disk.unmount();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
