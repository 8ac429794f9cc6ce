import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DEMO_ACCOUNTS } from '../../../src/server/demo/demoAccounts';
import { type ServerProcess, startServerProcess } from '../../support/server/serverProcess';
import { percentile } from './samples';

/**
 * `npm run bench:limits`: what bodies made to be slow cost the event loop of a server process, and what becomes of
 * sign-ins when many come at once. The server runs as its own process on the embedded database, with the demo accounts.
 */

const ROUNDS = 5;
const TWO_MB = 2_000_000;
/** About the largest body that the server takes. */
const LARGEST = 600_000;
/** Sizes at which bodies of short values have about as many of them as the server reads. */
const MANY_VALUES = [18_000, 36_000];

const repeated = (part: string, size: number) => part.repeat(Math.floor(size / part.length));
/** An object of as many different keys as fit. */
function manyKeys(size: number): string {
  const pairs = Array.from(
    { length: Math.floor(size / 11) },
    (_, index) => `"${index.toString(36).padStart(5, '0')}":1`,
  );
  return `{${pairs.join(',')}}`;
}
const line = (text: string) => `{"item":"${text.slice(0, 64)}","quantity":1.25,"packaging":"${text}"}`;

/** Bodies that take the longest for their size, by what they are made of. The first is the control. */
const bodies: Record<string, (size: number) => string> = {
  'next to nothing': () => '{"name":"x"}',
  'one text': (size) => `{"name":"${'x'.repeat(size - 12)}"}`,
  'one text of escapes': (size) => `{"name":"${repeated('\\u00e9', size - 12)}"}`,
  'different keys': manyKeys,
  'the same key': (size) => `{${repeated('"a":1,', size - 20)}"a":1}`,
  'empty objects': (size) => `{"lines":[${repeated('{},', size - 20)}{}]}`,
  'empty lists, nested': (size) => repeated('[', size / 2) + repeated(']', size / 2),
  numbers: (size) => `{"lines":[${repeated('1,', size - 20)}1]}`,
  'delivery lines': (size) => `{"lines":[${repeated(`${line('x'.repeat(100))},`, size - 300)}${line('x')}]}`,
};

async function loopDelay(server: ServerProcess): Promise<number> {
  const printed = server.lines.length;
  server.process.kill('SIGUSR2');
  for (;;) {
    const found = server.lines.slice(printed).find((text) => text.startsWith('loop '));
    if (found) return Number(found.slice(5));
    await setTimeout(5);
  }
}

const post = (server: ServerProcess, path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url.replace(/\/$/, '')}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

const signIn = (server: ServerProcess, email: string, password: string) =>
  post(server, '/auth/login', JSON.stringify({ email, password }));

async function measureBodies(server: ServerProcess, path: string, size: number, headers: Record<string, string>) {
  const rows = [];
  for (const [what, make] of Object.entries(bodies)) {
    const body = make(size);
    const delays: number[] = [];
    let status = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await setTimeout(50);
      await loopDelay(server);
      // The server may close the connection before it has read a body that is too large.
      status = await post(server, path, body, headers).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
      delays.push(await loopDelay(server));
    }
    rows.push({ body: what, kB: Math.round(body.length / 1000), status, 'loop, ms': Math.max(...delays) });
  }
  console.log(`\nPOST ${path}, ${headers.cookie ? 'signed in' : 'anonymous'}`);
  console.table(rows);
}

interface Outcome {
  status: number;
  ms: number;
}

async function timed(pending: Promise<Response>): Promise<Outcome> {
  const start = performance.now();
  const response = await pending;
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - start };
}

function summaryOf(what: string, outcomes: readonly Outcome[]) {
  const counts = new Map<number, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  const statuses = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
  const atShare = (share: number) =>
    Math.round(
      percentile(
        outcomes.map(({ ms }) => ms),
        share,
      ),
    );
  return { what, statuses, 'p50, ms': atShare(0.5), 'p99, ms': atShare(0.99) };
}

const accounts = DEMO_ACCOUNTS.filter(({ active }) => active);
const right = (server: ServerProcess, index: number) => {
  const { email = '', password = '' } = accounts[index % accounts.length] ?? {};
  return timed(signIn(server, email, password));
};

async function measureSignIns(server: ServerProcess) {
  const rows = [];
  for (const count of [60, 200]) {
    rows.push(
      summaryOf(`${count} right at once`, await Promise.all(Array.from({ length: count }, (_, i) => right(server, i)))),
    );
  }
  const paced: Promise<Outcome>[] = [];
  for (let index = 0; index < 400; index += 1) {
    paced.push(right(server, index));
    await setTimeout(25);
  }
  rows.push(summaryOf('400 right, one every 25 ms', await Promise.all(paced)));
  const wrong = Array.from({ length: 1_000 }, (_, i) => timed(signIn(server, 'rep@example.com', `wrong guess ${i}`)));
  rows.push(summaryOf('1,000 wrong at once', await Promise.all(wrong)));
  console.table(rows);
}

const dataDir = mkdtempSync(join(tmpdir(), 'limits-'));
const NODE_OPTIONS = `--import tsx --import ${join(import.meta.dirname, 'loopDelay.ts')}`;
const server = await startServerProcess({ DATA_DIR: dataDir, NODE_OPTIONS });
try {
  await measureBodies(server, '/auth/login', TWO_MB, {});
  const admin = await signIn(server, 'admin@example.com', 'demo-admin');
  const cookie = admin.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const size of [LARGEST, ...MANY_VALUES]) await measureBodies(server, '/deliveries', size, { cookie });
  await measureSignIns(server);
} finally {
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
