import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openAsItIs, openDatabase } from '../../../../src/server/db/openDatabase';
import { deliveries } from '../../../../src/server/db/schema';
import { type ServerProcess, startServerProcess } from '../../../support/server/serverProcess';
import { failuresOf, runDevices } from '../runDevices';
import { fill } from '../server/fill';
import { type PostgresNode, startPrimary } from './postgresNode';
import { beginSessions } from './sessions';
import { storedOnce } from './storedOnce';
import { startSwitchProxy, type SwitchProxy } from './switchProxy';

/**
 * `npm run bench:failover`: devices send what waits in their queues to several server processes; in the middle of it
 * the primary PostgreSQL is killed and its synchronous standby promoted, behind the same address. With `--silent` the
 * primary does not end its connections, as a machine that lost its power. Exits with 1 when an acknowledged entry is
 * lost or one is doubled.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    processes: { type: 'string', default: '2' },
    devices: { type: 'string', default: '100' },
    entries: { type: 'string', default: '20' },
    silent: { type: 'boolean', default: false },
  },
});
const [rounds, processes, devices, entries] = [values.rounds, values.processes, values.devices, values.entries].map(
  Number,
) as [number, number, number, number];
/** How long the storm goes on before the primary is killed. */
const BEFORE_KILL_MS = 6_000;
const SIZE = { deliveries: 5_000, locations: 100 };

interface Nodes {
  primary: PostgresNode;
  standby: PostgresNode;
}

/** Ends the primary and lets the address lead to the standby; what that took, in ms, and when it began. */
async function failOver({ primary, standby }: Nodes, proxy: SwitchProxy): Promise<{ at: number; ms: number }> {
  const at = Date.now();
  if (values.silent) proxy.fallSilent();
  await primary.kill();
  await standby.promote();
  proxy.pointTo(standby.port);
  return { at, ms: Date.now() - at };
}

/** The longest time between two acknowledgements one after the other. */
function longestPause(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(...sorted.map((time, index) => time - (sorted[index - 1] ?? time)));
}

async function runRound(round: number, nodes: Nodes, proxy: SwitchProxy, servers: ServerProcess[], cookies: string[]) {
  const old = openAsItIs(nodes.primary.url);
  const before = await old.db.$count(deliveries);
  await old.close();
  const urls = servers.map(({ url }) => `${url}/`);
  const storm = runDevices({ urls, cookies, entries, locations: SIZE.locations, name: `round-${round}` });
  const failed = setTimeout(BEFORE_KILL_MS).then(() => failOver(nodes, proxy));
  const [sent, { at, ms }] = await Promise.all([storm, failed]);
  const promoted = openAsItIs(nodes.standby.url);
  const stored = await storedOnce(promoted.db, sent, { entries: devices * entries, before });
  await promoted.close();
  const times = sent.acknowledgements.map(([, time]) => time);
  return {
    round,
    'acknowledged before': times.filter((time) => time <= at).length,
    after: times.filter((time) => time > at).length,
    'promoted after, s': ms / 1000,
    'no write taken for, s': longestPause(times) / 1000,
    '503': sent.refused,
    failures: failuresOf(sent),
    ...stored,
  };
}

const proxies: SwitchProxy[] = [];
const servers: ServerProcess[] = [];
const nodes: PostgresNode[] = [];
try {
  let primary = await startPrimary();
  nodes.push(primary);
  const proxy = await startSwitchProxy(primary.port);
  proxies.push(proxy);
  const prepared = await openDatabase({ databaseUrl: primary.url, dataDir: '' });
  await fill(prepared.db, SIZE);
  const cookies = await beginSessions(prepared.db, devices);
  await prepared.close();
  const env = { DATABASE_URL: primary.url.replace(`:${primary.port}/`, `:${proxy.port}/`) };
  for (let index = 0; index < processes; index += 1) servers.push(await startServerProcess(env));

  const table = [];
  for (let round = 1; round <= rounds; round += 1) {
    const standby = await primary.addStandby();
    nodes.push(standby);
    table.push(await runRound(round, { primary, standby }, proxy, servers, cookies));
    console.log(JSON.stringify(table.at(-1)));
    await primary.remove();
    primary = standby;
  }
  console.log(
    `${processes} processes, ${devices} devices × ${entries} entries, ${values.silent ? 'silent' : 'killed'}`,
  );
  console.table(table);
  const isWhole = table.every(({ lost, doubled }) => lost === 0 && doubled === 0);
  console.log(isWhole ? '0 acknowledged entries lost, 0 doubled.' : 'Entries were lost or doubled.');
  if (!isWhole) process.exitCode = 1;
} finally {
  for (const server of servers) await server.end('SIGTERM');
  for (const proxy of proxies) await proxy.close();
  for (const node of nodes) await node.remove();
}
