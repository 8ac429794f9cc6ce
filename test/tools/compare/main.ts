import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startFaultProxy } from '../../browser/proxy/faultProxy';
import { Device } from './device';
import { judge, type Verdict } from './judge';
import { type Scenario, scenarios } from './scenarios';
import { type Site, startSite } from './site';
import { faultTable, type Result, type Row, timeTable } from './tables';
import { type Times, timeClient } from './times';

/**
 * `npm run compare`: our outbox and those that an engineer would take instead, each as its documentation sets it up,
 * through the same faults, against the same server, in a real Chromium; then the time to save and to send while many
 * wait. Arguments: `--client NAME`, `--fault TEXT`, `--times 0,1000,10000`.
 */

const CLIENTS = ['ours', 'tanstackOffline', 'reduxOffline', 'workbox', 'tanstackQuery', 'reduxPersist'];
/** How long a client may take to send all after the faults, before and after it is opened again. */
const DRAIN_MS = 20_000;
const DRAIN_AGAIN_MS = 40_000;
const POLL_MS = 500;
const SETTLED_MS = 3_000;
/** How many deliveries wait while the times are taken. */
const WAITING = '0,1000,10000';

async function untilSent(device: Device, limit: number): Promise<number> {
  let waiting = await device.waiting();
  for (const end = Date.now() + limit; waiting > 0 && Date.now() < end; waiting = await device.waiting()) {
    await setTimeout(POLL_MS);
  }
  return waiting;
}

/** The marks on the server once no more arrive: a request may be under way when the queue is empty. */
async function settledMarks(site: Site, { target }: Device): Promise<number[]> {
  let marks = await site.marksAt(target.location);
  for (let before = -1; marks.length !== before; ) {
    before = marks.length;
    await setTimeout(SETTLED_MS);
    marks = await site.marksAt(target.location);
  }
  return marks;
}

async function tryOne(site: Site, client: string, { run }: Scenario): Promise<Verdict> {
  const proxy = await startFaultProxy(site.url);
  const device = new Device(site, proxy, client, await site.newTarget());
  try {
    await run(device, proxy);
    await device.goOnline();
    let waiting = await untilSent(device, DRAIN_MS);
    if (waiting > 0) {
      await device.reload();
      await device.goOnline();
      waiting = await untilSent(device, DRAIN_AGAIN_MS);
    }
    return judge(device.saved, await settledMarks(site, device), waiting);
  } finally {
    await device.remove();
    await proxy.close();
  }
}

/** Runs every client, and shows what became of each. */
async function tryAll<T>(name: string, run: (client: string) => Promise<T>): Promise<Row<T>> {
  console.log(`\n${name}`);
  const results: Record<string, Result<T>> = {};
  for (const client of clients) {
    results[client] = await run(client).catch((error: unknown) => ({ failed: String(error) }));
  }
  console.table(results);
  return { name, results };
}

const { values } = parseArgs({
  options: { client: { type: 'string' }, fault: { type: 'string' }, times: { type: 'string' } },
});
const clients = CLIENTS.filter((client) => values.client === undefined || client === values.client);
const runsFaults = values.fault !== undefined || values.times === undefined;
const runsTimes = values.times !== undefined || values.fault === undefined;
const site = await startSite();
try {
  const faults: Row<Verdict>[] = [];
  for (const scenario of runsFaults ? scenarios : []) {
    if (!scenario.name.includes(values.fault ?? '')) continue;
    const row = await tryAll(scenario.name, (client) => tryOne(site, client, scenario));
    faults.push(row);
    const { ours } = row.results;
    if (ours && ('failed' in ours || ours.lost + ours.doubled + ours.stuck > 0)) process.exitCode = 1;
  }
  const times: Row<Times>[] = [];
  for (const count of runsTimes ? (values.times ?? WAITING).split(',') : []) {
    times.push(await tryAll(`${count} waiting`, (client) => timeClient(site, client, Number(count))));
  }
  if (faults.length > 0) console.log(`\n${faultTable(clients, faults)}`);
  if (times.length > 0) console.log(`\n${timeTable(clients, times)}`);
} finally {
  await site.stop();
}
