import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { inArray } from 'drizzle-orm';
import { readConfig } from '../../../../src/server/config';
import { openDatabase } from '../../../../src/server/db/openDatabase';
import { deliveries } from '../../../../src/server/db/schema';
import { CHROMIUM_FLAGS, ensureChromium } from '../../../browser/chromium';
import { startFaultProxy } from '../../../browser/proxy/faultProxy';
import { startServer } from '../../../browser/startServer';
import { randomFrom } from '../../../support/random';
import { callerOf } from '../../../support/server/callerOf';
import { accountOf } from '../../looks/devices';
import { BOXES, makeLocation } from '../../taps/madeLocation';
import { visitAllDay } from './repByHttp';
import { databaseBytes, growthOf, phoneSample, type Sample, serverSample } from './gauges';
import { openPhone, type Phone } from './phone';

/**
 * `npm run bench:soak`: reps work for an hour while a quarter of their writes meet a fault of the network; one of them
 * works on the built app in Chromium at the same pace, every other visit without a signal. Memory, handles, database
 * and storage are measured all the time. Prints how each went from the second quarter of the run to the last. Fails
 * when one grew beyond the goal, and when a delivery was lost or doubled. `-- --minutes N --reps N --pause S --seed N`;
 * `pause` is the time between two presses of a rep.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    reps: { type: 'string', default: '50' },
    pause: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const [durationMs, pauseMs] = [Number(values.minutes) * 60_000, Number(values.pause) * 1_000];
const [reps, seed] = [Number(values.reps), Number(values.seed)];
const SAMPLES = 60;
const GOAL = 1.05;

const server = await startServer();
const proxy = await startFaultProxy(server.url);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
const fired = new Map<string, number>();
const acknowledged: string[] = [];
const samples: Sample[] = [];

/** Signs new reps in, each with a location of its own. */
async function signReps(count: number) {
  const admin = await callerOf(server.url, accountOf(server, 'admin'));
  const signed = [];
  for (let index = 1; index <= count; index += 1) {
    const account = { email: `soak-${index}@example.com`, password: `Rep number ${index} of the soak` };
    await admin.call('createUser', {}, { ...account, name: `Rep ${index}`, roles: ['rep'] });
    const { cookie } = await callerOf(server.url, account);
    signed.push({ cookie, location: await makeLocation(server.url, server.accounts, `Location ${index}`, false) });
  }
  return signed;
}

async function sample(phone: Phone, tablesAtStart: number): Promise<Sample> {
  const { tables, log } = await databaseBytes(server.dataDir);
  return {
    ...(await serverSample(server.url)),
    ...(await phoneSample(phone.page, phone.session)),
    'database: bytes per delivery': Math.round((tables - tablesAtStart) / Math.max(1, acknowledged.length)),
    'database: log, MB': Math.round(log / 1024 / 1024),
  };
}

/** What the tables lack of what the server acknowledged, and have beyond it. The server is stopped. */
async function compareTables(locationIds: string[], expected: number) {
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: server.dataDir }));
  const rows = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(inArray(deliveries.locationId, locationIds));
  await close();
  const recorded = new Set(rows.map(({ id }) => id));
  return { lost: acknowledged.filter((id) => !recorded.has(id)).length, doubled: rows.length - expected };
}

try {
  const phone = await openPhone(browser, server);
  const signed = await signReps(reps - 1);
  const end = Date.now() + durationMs;
  const isOver = () => Date.now() > end;
  const { tables } = await databaseBytes(server.dataDir);
  const working = signed.map((rep, index) =>
    visitAllDay({
      ...rep,
      ...{ proxy, random: randomFrom(seed + index), pauseMs, isOver },
      onDelivery: (id) => acknowledged.push(id),
      onFault: (name) => fired.set(name, (fired.get(name) ?? 0) + 1),
    }),
  );
  // A rep by HTTP presses once for each box and once more.
  const walked = phone.work((BOXES + 1) * pauseMs, isOver);
  const all = Promise.all([walked, ...working]);
  while (!isOver()) {
    await Promise.race([setTimeout(durationMs / SAMPLES), all]);
    samples.push(await sample(phone, tables));
  }
  const [visits] = await all;
  await phone.close();
  await server.stop();

  const locationIds = [phone.location, ...signed.map(({ location }) => location.locationId)];
  const { lost, doubled } = await compareTables(locationIds, acknowledged.length + (visits + 1) * BOXES);
  const growth = growthOf(samples).map((row) => ({ ...row, holds: row.ratio <= GOAL ? 'yes' : 'NO' }));
  console.table([...fired].map(([fault, times]) => ({ fault, fired: times })));
  console.table(growth);
  console.log(
    `${values.minutes} minutes, ${reps} reps, seed ${seed}: ${acknowledged.length} deliveries by HTTP, ${visits} visits on the phone; ${lost} lost, ${doubled} doubled.`,
  );
  const isFlat = growth.every(({ holds }) => holds === 'yes');
  console.log(`Goals: after the first quarter nothing grows by more than × ${GOAL}; 0 lost, 0 doubled.`);
  if (!isFlat || lost !== 0 || doubled !== 0) process.exitCode = 1;
} finally {
  await browser.close();
  await proxy.close();
  await server.remove();
}
