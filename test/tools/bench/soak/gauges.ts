import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { readRecords } from '../../../browser/device/queueRecords';

/** The values of one moment, by gauge. */
export type Sample = Record<string, number>;

const MB = 1024 * 1024;
const mb = (bytes: number) => Math.round((bytes / MB) * 10) / 10;

/** The bytes of a folder's files. A file that goes meanwhile counts as none. */
async function bytesOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(folder, file)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The memory and the handles of the server's process, as it tells them itself. */
export async function serverSample(url: string): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    'server: memory, MB': mb(value('process_resident_memory_bytes')),
    'server: heap, MB': mb(value('nodejs_heap_size_used_bytes')),
    'server: open files': value('process_open_fds'),
    'server: handles': value('nodejs_active_handles_total'),
  };
}

/** The bytes of the tables and of the write-ahead log. */
export async function databaseBytes(dataDir: string): Promise<{ tables: number; log: number }> {
  const all = await bytesOf(dataDir);
  const paths = await readdir(dataDir, { recursive: true });
  const walFolder = paths.find((path) => path.endsWith('pg_wal'));
  const log = walFolder === undefined ? 0 : await bytesOf(join(dataDir, walFolder));
  return { tables: all - log, log };
}

/** The memory, the nodes, the listeners and the storage of the app on a phone, after a collection of garbage. */
export async function phoneSample(page: Page, session: CDPSession): Promise<Sample> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  return {
    'phone: heap, MB': mb(value('JSHeapUsedSize')),
    'phone: nodes': value('Nodes'),
    'phone: listeners': value('JSEventListeners'),
    'phone: storage, MB': mb(usage),
    'phone: entries on disk': (await readRecords(page, 'entries')).length,
  };
}

export interface Growth {
  gauge: string;
  /** Lowest values in the second and in the last quarter of the run; the first quarter warms up. */
  before: number;
  after: number;
  ratio: number;
}

/**
 * How each gauge went from the second quarter of the run to the last. The lowest value of a quarter is what stays: the
 * others hold the garbage, the connections and the screen of their moment.
 */
export function growthOf(samples: readonly Sample[]): Growth[] {
  const quarter = samples.length / 4;
  const lowest = (gauge: string, from: number, to: number) =>
    Math.min(...samples.slice(Math.floor(from), Math.ceil(to)).map((sample) => sample[gauge] ?? Number.NaN));
  return Object.keys(samples[0] ?? {}).map((gauge) => {
    const [before, after] = [lowest(gauge, quarter, 2 * quarter), lowest(gauge, 3 * quarter, samples.length)];
    return { gauge, before, after, ratio: before === after ? 1 : Math.round((after / before) * 100) / 100 };
  });
}
