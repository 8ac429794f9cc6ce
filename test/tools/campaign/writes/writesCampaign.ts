import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../../src/server/db/openDatabase';
import { beginSession } from '../../../../src/server/auth/sessions';
import { startFaultProxy } from '../../../browser/proxy/faultProxy';
import type { PrivateServer } from '../../../run/privatePostgres';
import { randomFrom } from '../../../support/random';
import { aStockedLocation } from '../../../support/server/aStockedLocation';
import { aUser } from '../../../support/server/builders';
import { ownDatabaseConfig } from '../../../support/server/testDatabase';
import { percentile } from '../../bench/samples';
import { judgeTables } from '../judgeTables';
import { startRestartable } from './restartableServer';
import { FAULT_NAMES, faultPlan } from './writeFaults';
import { write, type Writer } from './writer';

const WRITERS = 8;

interface WritesPlan {
  count: number;
  seed: number;
  /** `null` for the embedded database. */
  postgres: PrivateServer | null;
}

async function makeWriters(databaseConfig: { databaseUrl: string | null; dataDir: string }) {
  const { db, close } = await openDatabase(databaseConfig);
  const store = await aStockedLocation(db);
  const people = [];
  for (let index = 0; index < WRITERS; index += 1) {
    const { id } = await aUser(db);
    people.push({ id, cookie: `session=${await beginSession(db, id, new Date())}` });
  }
  await close();
  return { store, people };
}

/** Sends the writes through the faults, prints what fired and what the tables say; whether nothing went wrong. */
export async function writesCampaign({ count, seed, postgres }: WritesPlan): Promise<boolean> {
  const { databaseUrl, dataDir: ownDir, drop } = await ownDatabaseConfig();
  const dataDir = ownDir || mkdtempSync(join(tmpdir(), 'field-sales-'));
  const databaseConfig = { databaseUrl: databaseUrl || null, dataDir };
  const { store, people } = await makeWriters(databaseConfig);
  const server = await startRestartable(databaseUrl, dataDir);
  const proxy = await startFaultProxy(server.url);
  const plan = faultPlan(count, randomFrom(seed));
  const fired = new Map(FAULT_NAMES.map((name) => [name, 0]));
  const acknowledged = new Set<number>();
  const times: number[] = [];
  let tries = 0;
  const restartDatabase = () => (postgres ? postgres.restart() : server.restart('SIGTERM'));

  const runDevice = async ({ cookie }: { cookie: string }, device: number) => {
    const writer: Writer = { cookie, store, proxy, server, restartDatabase, countTry: () => (tries += 1) };
    for (let number = device + 1; number <= count; number += WRITERS) {
      const [name, fault] = plan.get(number) ?? [];
      const begun = performance.now();
      await write(writer, number, fault);
      times.push(performance.now() - begun);
      acknowledged.add(number);
      if (name !== undefined) fired.set(name, (fired.get(name) ?? 0) + 1);
      if (acknowledged.size % 1_000 === 0) console.log(`${acknowledged.size} of ${count} acknowledged`);
      // What the proxy saw is not judged here; it would hold every body of the run.
      if (proxy.seen.length > 1_000) proxy.seen.length = 0;
    }
  };
  try {
    await Promise.all(people.map(runDevice));
  } finally {
    await server.stop();
    await proxy.close();
  }
  const { db, close } = await openDatabase(databaseConfig);
  const verdict = await judgeTables(db, acknowledged, (number) => people[(number - 1) % WRITERS]?.id ?? '', 2);
  await close();
  await drop();
  rmSync(dataDir, { recursive: true, force: true });

  console.table([...fired].map(([fault, met]) => ({ fault, fired: met })));
  console.table({
    [postgres ? 'PostgreSQL' : 'PGlite']: {
      writes: count,
      acknowledged: acknowledged.size,
      ...verdict,
      'requests per write': Number((tries / count).toFixed(2)),
      'p50, ms': Math.round(percentile(times, 0.5)),
      'p95, ms': Math.round(percentile(times, 0.95)),
      '95 % bound': `3 in ${count}`,
    },
  });
  const never = [...fired].filter(([, number]) => number === 0).map(([name]) => name);
  if (never.length > 0) console.log(`Never fired: ${never.join(', ')}`);
  return never.length === 0 && Object.values(verdict).every((wrong) => wrong === 0);
}
