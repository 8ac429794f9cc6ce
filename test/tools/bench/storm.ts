import { setTimeout } from 'node:timers/promises';
import { beginSession } from '../../../src/server/auth/sessions';
import { openDatabase } from '../../../src/server/db/openDatabase';
import { deliveries, users } from '../../../src/server/db/schema';
import { startServerProcess } from '../../support/server/serverProcess';
import { ownDatabaseConfig } from '../../support/server/testDatabase';
import { percentile } from './samples';
import { fill } from './server/fill';
import { runDevices } from './runDevices';
import type { StormResult } from './stormMessages';

const DEVICES = 200;
const ENTRIES = 5;
const IDLE_PROBES = 200;
const BETWEEN_PROBES_MS = 20;
const SIZE = { deliveries: 5_000, locations: 100 };

/** How an interactive request fares while 200 devices send what waits in their queues; times in ms. */
export interface StormFigures {
  idle: { p50: number; p99: number };
  storm: { p50: number; p99: number; max: number; probes: number };
  sent: StormResult;
  /** Entries that the server acknowledged and does not have, or has twice. */
  lost: number;
}

/** What a GET of the newest deliveries takes, with its response read to the end. */
async function probe(address: string, cookie: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(`${address}api/deliveries?limit=100`, { headers: { cookie } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The probe got ${response.status}`);
  return performance.now() - begun;
}

async function probeWhile(goesOn: (count: number) => boolean, once: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    times.push(await once());
    await setTimeout(BETWEEN_PROBES_MS);
  }
  return times;
}

/** Measures on the embedded database, or on the server that TEST_DATABASE_URL names. */
export async function measureStorm(): Promise<StormFigures> {
  const { databaseUrl, dataDir, drop } = await ownDatabaseConfig();
  const config = { databaseUrl: databaseUrl || null, dataDir };
  const prepared = await openDatabase(config);
  await fill(prepared.db, SIZE);
  const people = await prepared.db.select({ id: users.id }).from(users);
  const cookieOf = async (index: number) =>
    `session=${await beginSession(prepared.db, people[index % people.length]?.id ?? '', new Date())}`;
  const [own, ...cookies] = await Promise.all(Array.from({ length: DEVICES + 1 }, (_, index) => cookieOf(index)));
  const before = await prepared.db.$count(deliveries);
  await prepared.close();

  const server = await startServerProcess({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const address = `${server.address.replace(/\/$/, '')}/`;
  const once = () => probe(address, own ?? '');
  await probeWhile((count) => count < 20, once);
  const idle = await probeWhile((count) => count < IDLE_PROBES, once);
  let isOver = false;
  const devices = runDevices({ addresses: [address], cookies, entries: ENTRIES, name: 'storm' }).finally(() => {
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
