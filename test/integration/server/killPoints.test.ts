import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import type { Delivery } from '../../../src/contract/deliveries';
import type { WriteState } from '../../../src/contract/writes';
import { openDatabase } from '../../../src/server/db/openDatabase';
import { deliveryRollups, itemRollups } from '../../../src/server/db/rollupSchema';
import { deliveries, deliveryLines } from '../../../src/server/db/schema';
import type { RequestPoint } from '../../../src/server/http/registerRoutes';
import { rebuildRollups } from '../../../src/server/rollups/rebuildRollups';
import { beginSession } from '../../../src/server/auth/sessions';
import { aStockedLocation } from '../../support/server/aStockedLocation';
import { aUser } from '../../support/server/builders';
import { type ServerProcess, startServerProcess } from '../../support/server/serverProcess';
import { openTestDatabase, type TestDatabase } from '../../support/server/testDatabase';

/** Kills at each point. */
const ROUNDS = 6;
const POINTS: readonly RequestPoint[] = ['receiving', 'before', 'inside', 'committed'];
const WRITERS = 3;

/** A database that outlives its server: a PostgreSQL of the test's own, or a folder. */
const onServer: TestDatabase = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'field-sales-'));
const databaseConfig = { databaseUrl: onServer.url, dataDir };
const env = { DATABASE_URL: onServer.url ?? '', DATA_DIR: dataDir, NODE_ENV: 'production' };

let running: ServerProcess | null = null;
afterAll(async () => {
  await running?.end('SIGKILL');
  await onServer.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function prepare() {
  const { db, close } = await openDatabase(databaseConfig);
  const store = await aStockedLocation(db);
  const rep = await aUser(db);
  const cookie = `session=${await beginSession(db, rep.id, new Date())}`;
  await close();
  return { store, cookie };
}

const { store, cookie } = await prepare();
const keyOf = (number: number) => `write-${String(number).padStart(8, '0')}`;

/** A write's number is the quantity of both its lines, by which its delivery is found again. */
const bodyOf = (number: number) =>
  JSON.stringify({
    location: store.locationId,
    box: store.boxIds[0],
    lines: [
      { item: store.itemId, quantity: number, packaging: 'each' },
      { item: store.itemId, quantity: number, packaging: 'pack' },
    ],
  });

/** Sends a write; returns the id of its delivery, or `null` when the server was gone before it responded. */
function send(url: string, number: number, killAt?: RequestPoint): Promise<string | null> {
  const body = bodyOf(number);
  const headers = {
    cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': keyOf(number),
    ...(killAt && { 'kill-at': killAt }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/deliveries`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('error', () => resolve(null));
      response.on('end', () =>
        response.statusCode === 201 ? resolve((JSON.parse(text) as Delivery)._id) : reject(new Error(text)),
      );
    });
    sent.on('error', () => resolve(null));
    // In the middle of the body: the rest of it never leaves.
    if (killAt === 'receiving') sent.write(body.slice(0, body.length / 2));
    else sent.end(body);
  });
}

async function get<Body>(url: string, path: string): Promise<Body> {
  const response = await fetch(`${url}/api${path}`, { headers: { cookie } });
  return (await response.json()) as Body;
}

/** The numbers of the deliveries that the server lists; the test fails when one is not whole. */
async function listedNumbers(url: string): Promise<number[]> {
  const { data } = await get<{ data: Delivery[] }>(url, '/deliveries?limit=1000');
  return data.map(({ lines, total }) => {
    const [number = 0] = lines.map(({ quantity }) => quantity);
    expect(lines.map(({ quantity }) => quantity)).toEqual([number, number]);
    expect(total).toBeCloseTo(number * 16.5);
    return number;
  });
}

const readSums = async (db: TestDatabase['db']) => [
  await db
    .select()
    .from(itemRollups)
    .orderBy(asc(itemRollups.day), asc(itemRollups.spanDays), asc(itemRollups.locationId)),
  await db
    .select()
    .from(deliveryRollups)
    .orderBy(asc(deliveryRollups.day), asc(deliveryRollups.spanDays), asc(deliveryRollups.locationId)),
];

it(
  `a server killed at each point of a write, ${ROUNDS} times: no acknowledged write is missing, none took partial effect, and the stored keys agree`,
  async () => {
    const acknowledged = new Map<number, string>();
    const sent: number[] = [];
    const start = async () => {
      running = await startServerProcess(env, { script: 'test/support/server/killableServer.ts' });
      return running;
    };
    const write = async (url: string, killAt?: RequestPoint) => {
      const number = sent.length + 1;
      sent.push(number);
      const id = await send(url, number, killAt);
      if (id !== null) acknowledged.set(number, id);
      return number;
    };

    const check = async (url: string) => {
      const listed = await listedNumbers(url);
      expect(new Set(listed).size).toBe(listed.length);
      for (const number of sent) {
        const { state, response } = await get<WriteState>(url, `/writes/${keyOf(number)}`);
        expect([number, state]).toEqual([number, listed.includes(number) ? 'done' : 'unknown']);
        const recorded = (response?.body as Delivery | undefined)?._id;
        expect([number, acknowledged.get(number) ?? recorded]).toEqual([number, recorded]);
      }
      return new Set(listed);
    };

    let server = await start();
    for (const point of POINTS) {
      for (let round = 0; round < ROUNDS; round += 1) {
        await write(server.url);
        const killed = write(server.url, point);
        const beside = Array.from({ length: WRITERS }, () => write(server.url));
        const number = await killed;
        await Promise.all(beside);
        await server.end('SIGKILL');
        expect(acknowledged.has(number)).toBe(false);
        server = await start();
        const listed = await check(server.url);
        expect([point, listed.has(number)]).toEqual([point, point === 'committed']);
      }
    }

    // Every device asks again with the same bytes.
    for (const number of sent) {
      const id = await send(server.url, number);
      expect([number, id]).toEqual([number, acknowledged.get(number) ?? id]);
      expect(id).not.toBeNull();
    }
    expect((await listedNumbers(server.url)).toSorted((a, b) => a - b)).toEqual(sent);
    await server.end('SIGTERM');

    const { db, close } = await openDatabase(databaseConfig);
    expect([await db.$count(deliveries), await db.$count(deliveryLines)]).toEqual([sent.length, 2 * sent.length]);
    const sums = await readSums(db);
    await db.transaction(rebuildRollups);
    expect(await readSums(db)).toEqual(sums);
    await close();
  },
  ROUNDS * POINTS.length * 60_000,
);
