import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../src/contract/calls';
import { buildApp } from '../../../src/server/app';
import { insertInBatches } from '../../../src/server/db/insertInBatches';
import { visits } from '../../../src/server/db/schema';
import { aStockedLocation, deliver, type StockedLocation } from '../../support/server/aStockedLocation';
import { NOW } from '../../support/server/builders';
import { type SignedIn, startTestServer, type TestServer } from '../../support/server/harness';

let server: TestServer;
let admin: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin');
  store = await aStockedLocation(server.db);
});
afterEach(() => server.close());

const exportPaths = () =>
  Object.values(calls)
    .filter((call) => call.path.startsWith('/exports/'))
    .map((call) => `/api${call.path}?location=${store.locationId}`);

/** From now on the database refuses with this state whoever reads an item or writes one. */
async function refuseItems(state: string): Promise<void> {
  await server.db.execute(sql`create function refuse() returns boolean language plpgsql as
    ${sql.raw(`$$ begin raise exception 'could not extend file "base/1/2"' using errcode = '${state}'; end $$`)}`);
  await server.db.execute(sql`alter table items rename to items_before`);
  await server.db.execute(sql`create view items as select * from items_before where refuse()`);
  await server.db.execute(sql`create rule refuse as on insert to items do instead select refuse()`);
}

describe('an export that fails', () => {
  it('before its first byte responds with {error} and no file', async () => {
    await server.db.execute(sql`drop table locations, boxes, items, visits, deliveries, delivery_lines, audit,
      item_rollups, delivery_rollups, visit_rollups cascade`);
    const paths = exportPaths();
    expect(paths).toHaveLength(5);
    for (const path of paths) {
      const { statusCode, headers, body } = await admin.get(path);
      const text = `Something went wrong on the server. Request id: ${String(headers['x-request-id'])}`;
      expect([path, statusCode, JSON.parse(body)]).toEqual([path, 500, { error: text }]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers).not.toHaveProperty('content-disposition');
    }
  });

  it('after its first byte closes the connection, so that a part is not taken for the whole file', async () => {
    // More than the sockets between the two hold, in many pages, so that some of them are still to be read.
    const rows = Array.from({ length: 20 }, (_, index) => ({
      id: `visit-${index}`,
      repId: admin.user.id,
      locationId: store.locationId,
      outcome: 'other' as const,
      note: 'x'.repeat(1_000_000),
      startedAt: NOW,
      submittedAt: NOW,
      createdAt: NOW,
    }));
    await insertInBatches(server.db, visits, rows);
    const url = `${await server.listen()}/api/exports/location-history.csv?location=${store.locationId}`;
    const response = await fetch(url, { headers: { cookie: admin.cookie } });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await server.db.execute(sql`alter table visits rename to visits_before`);
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readOn()).rejects.toThrow('terminated');
  });
});

const FULL = { retryAfter: '60', error: 'The server is short of space or memory. Try again later.' };
const BUSY = { retryAfter: '1', error: 'The server is busy. Try again.' };

describe.each([
  { what: 'a full disk', state: '53100', response: FULL, isLogged: true },
  { what: 'full memory', state: '53200', response: FULL, isLogged: true },
  { what: 'a refusal by PgBouncer', state: '08P01', response: BUSY, isLogged: true },
  { what: 'a primary that became read-only', state: '25006', response: BUSY, isLogged: true },
  { what: 'a failed connection', state: '08006', response: BUSY, isLogged: false },
  { what: 'a transaction that was idle for too long', state: '25P03', response: BUSY, isLogged: false },
])('a database that refuses, $what (SQLSTATE $state)', ({ state, response: { retryAfter, error }, isLogged }) => {
  it('gets 503 with Retry-After and {error} for a list, a write and an export', async () => {
    await deliver(admin, store, 0);
    await refuseItems(state);
    const responses = [
      await admin.get('/api/items'),
      await admin.post('/api/items', { name: 'Cola', price: 1 }),
      await admin.get('/api/exports/deliveries.csv'),
      await admin.get('/api/exports/items-summary.csv'),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe(retryAfter);
      expect(response.json()).toEqual({ error });
    }
  });

  it(`is ${isLogged ? '' : 'not '}logged as a fault for the operator`, async () => {
    await deliver(admin, store, 0);
    await refuseItems(state);
    const logTo = new PassThrough();
    const { db, replays, config } = server;
    const app = await buildApp({ db, replays, config, clock: () => NOW, logTo });
    await app.inject({ url: '/api/items', headers: { cookie: admin.cookie } });
    await app.close();
    const faults = String(logTo.read())
      .split('\n')
      .filter((line) => line.includes('A statement failed'));
    expect(faults.map((line) => line.includes(`"${state}: `))).toEqual(isLogged ? [true] : []);
  });
});
