import { openDatabase } from '../../../src/server/db/openDatabase';
import { deliveries } from '../../../src/server/db/schema';
import { startServerProcess } from '../../support/server/serverProcess';
import { ownDatabaseConfig } from '../../support/server/testDatabase';
import { beginSessions } from './cluster/sessions';
import { probe, probeWhile } from './probes';
import { percentile } from './samples';
import { fill } from './server/fill';
import { runDevices } from './runDevices';
import type { StormResult } from './stormMessages';

const DEVICES = 200;
const ENTRIES = 5;
const IDLE_PROBES = 200;
const SIZE = { deliveries: 5_000, locations: 100 };

/** How an interactive request fares while 200 devices send what waits in their queues; times in ms. */
export interface StormFigures {
  idle: { p50: number; p99: number };
  storm: { p50: number; p99: number; max: number; probes: number };
  sent: StormResult;
  /** Entries that the server acknowledged and does not have, or has twice. */
  lost: number;
}

/** Measures on the embedded database, or on the server that TEST_DATABASE_URL names. */
export async function measureStorm(): Promise<StormFigures> {
  const { databaseUrl, dataDir, drop } = await ownDatabaseConfig();
  const config = { databaseUrl: databaseUrl || null, dataDir };
  const prepared = await openDatabase(config);
  await fill(prepared.db, SIZE);
  const [own = '', ...cookies] = await beginSessions(prepared.db, DEVICES + 1);
  const before = await prepared.db.$count(deliveries);
  await prepared.close();

  const server = await startServerProcess({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const url = `${server.url.replace(/\/$/, '')}/`;
  const once = () => probe(url, own);
  await probeWhile((count) => count < 20, once);
  const idle = await probeWhile((count) => count < IDLE_PROBES, once);
  let isOver = false;
  const devices = runDevices({
    urls: [url],
    cookies,
    entries: ENTRIES,
    locations: SIZE.locations,
    name: 'storm',
  }).finally(() => {
    isOver = true;
  });
  const storm = await probeWhile(() => !isOver, once);
  const sent = await devices;
  await server.end('SIGTERM');

  const reopened = await openDatabase(config);
  const recorded = (await reopened.db.$count(deliveries)) - before;
  await reopened.close();
  await drop();
  return {
    idle: { p50: percentile(idle, 0.5), p99: percentile(idle, 0.99) },
    storm: {
      p50: percentile(storm, 0.5),
      p99: percentile(storm, 0.99),
      max: Math.max(...storm),
      probes: storm.length,
    },
    sent,
    lost: Math.abs(recorded - sent.acknowledgements.length),
  };
}
