import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../../src/server/db/database';
import { openDatabase } from '../../../../src/server/db/openDatabase';
import { deliveries } from '../../../../src/server/db/schema';
import { startPostgres } from '../../../run/privatePostgres';
import { type ServerProcess, startServerProcess } from '../../../support/server/serverProcess';
import { probe, probeWhile } from '../probes';
import { failuresOf, runDevices } from '../runDevices';
import { percentile } from '../samples';
import { fill } from '../server/fill';
import { startPgBouncer } from './pgBouncer';
import { beginSessions } from './sessions';
import { storedOnce } from './storedOnce';

/**
 * `npm run bench:scale`: several server processes behind PgBouncer in transaction mode, a filled PostgreSQL, and
 * devices that return at once with what waits in their queues. What a GET of a screen takes meanwhile, beside the same
 * when idle; how fair the devices are served; what was lost or doubled, which ends it with 1. The full size is
 * `-- --deliveries 1000000 --locations 10000`.
 */

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '2,4' },
    devices: { type: 'string', default: '500' },
    entries: { type: 'string', default: '50' },
    deliveries: { type: 'string', default: '40000' },
    locations: { type: 'string', default: '1000' },
  },
});
const [devices, entries] = [Number(values.devices), Number(values.entries)];
const size = { deliveries: Number(values.deliveries), locations: Number(values.locations) };
const IDLE_PROBES = 200;
const WARM_PROBES = 20;
const ms = (time: number) => Math.round(time * 10) / 10;

async function measure(url: string, processes: number) {
  const bouncer = await startPgBouncer(url);
  const servers: ServerProcess[] = [];
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  try {
    // At once, as after a deployment: each migrates, and they take turns.
    const starting = Array.from({ length: processes }, () => startServerProcess({ DATABASE_URL: bouncer.url }));
    servers.push(...(await Promise.all(starting)));
    const [own = '', ...cookies] = await beginSessions(db, devices + 1);
    const before = await db.$count(deliveries);
    const urls = servers.map(({ url }) => `${url}/`);
    const once = (index: number) => probe(urls[index % processes] ?? '', own);
    await probeWhile((count) => count < WARM_PROBES, once);
    const idle = await probeWhile((count) => count < IDLE_PROBES, once);
    let isOver = false;
    const sending = runDevices({
      urls,
      cookies,
      entries,
      locations: size.locations,
      name: `scale-${processes}`,
    }).finally(() => {
      isOver = true;
    });
    const busy = await probeWhile(() => !isOver, once);
    const sent = await sending;
    const { lost, doubled } = await storedOnce(db, sent, { entries: devices * entries, before });
    return {
      processes,
      'idle p50, ms': ms(percentile(idle, 0.5)),
      'idle p99': ms(percentile(idle, 0.99)),
      'storm p50': ms(percentile(busy, 0.5)),
      'storm p99': ms(percentile(busy, 0.99)),
      'p99 ×': ms(percentile(busy, 0.99) / percentile(idle, 0.99)),
      'writes/s': Math.round((devices * entries * 1000) / sent.ms),
      'slowest / fastest device': ms(percentile(sent.deviceMs, 1) / percentile(sent.deviceMs, 0)),
      '503': sent.refused,
      failures: failuresOf(sent),
      lost,
      doubled,
    };
  } finally {
    for (const server of servers) await server.end('SIGTERM');
    await close();
    await bouncer.stop();
  }
}

/** What a row takes on disk with its indexes, for docs/scale.md. */
async function bytesPerRow(db: Database): Promise<string> {
  const tables = ['visits', 'deliveries', 'delivery_lines', 'idempotency_keys'];
  const texts: string[] = [];
  for (const table of tables) {
    const name = sql.identifier(table);
    const { rows } = await db.execute<{ bytes: number }>(
      sql`select (pg_total_relation_size(${table}::regclass) / greatest(count(*), 1))::int as bytes from ${name}`,
    );
    texts.push(`${table} ${rows[0]?.bytes}`);
  }
  return texts.join(', ');
}

const postgres = await startPostgres();
try {
  const prepared = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  await fill(prepared.db, size);
  const table = [];
  for (const processes of values.processes.split(',')) table.push(await measure(postgres.url, Number(processes)));
  const { deliveries: rows, locations } = size;
  console.log(`${devices} devices × ${entries} entries; ${rows} deliveries, ${rows * 3} lines, ${locations} locations`);
  console.table(table);
  console.log(`Bytes of a row with its indexes: ${await bytesPerRow(prepared.db)}.`);
  await prepared.close();
  console.log('Goals: p99 in the storm ≤ 10 × idle, slowest / fastest device ≤ 2, no failures, 0 lost, 0 doubled.');
  if (table.some(({ lost, doubled }) => lost !== 0 || doubled !== 0)) process.exitCode = 1;
} finally {
  await postgres.stop();
}
