import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '../../../../src/contract/calls';
import { idempotencyKeys } from '../../../../src/server/db/idempotencySchema';
import { users } from '../../../../src/server/db/schema';
import { pruneStoredResponses } from '../../../../src/server/idempotency/keyedWrites';
import { NOW } from '../../../support/server/builders';
import { type SignedIn, startTestServer } from '../../../support/server/harness';
import { openFilledBefore } from '../../../support/server/testDatabase';
import { fillTables, readTables, type TableRows } from '../../../support/server/fillTables';

interface EarlierWrite {
  as: 'rep' | 'admin';
  method: Call['method'];
  url: string;
  body: object;
  key: string;
  status: number;
  response: { _id: string };
}

/**
 * Stored responses are bytes since; that they say the same is tested by their repeats. Prices have a table of their own
 * since, which `priceHistory.test.ts` compares.
 */
const STORED_OTHERWISE = ['answer', 'price_cents', 'price_per_pack_cents'];
/** Of an item the later database holds since when it is inactive. */
const isStoredAlike = (column: string, row: object) =>
  !STORED_OTHERWISE.includes(column) && !(column === 'active' && 'sku' in row);

/** What the last server without versions had in its tables after a keyed write of each call, and how it responded. */
const before = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../support/data/beforeVersions.json'), 'utf8'),
) as {
  rows: TableRows;
  writes: EarlierWrite[];
};

let after: TableRows;
const server = await startTestServer(
  {},
  openFilledBefore(4, async (db) => fillTables(db, before.rows)),
);
afterAll(() => server.close());
const callers: Record<string, SignedIn> = {};
beforeAll(async () => {
  after = await readTables(server.db, before.rows);
  for (const id of ['rep', 'admin']) {
    const [user] = await server.db.select().from(users).where(eq(users.id, id));
    if (user) callers[id] = await server.signIn(user);
  }
});

const send = ({ as, method, url, body, key }: EarlierWrite, change = {}) =>
  callers[as]?.send(method, url, { ...body, ...change }, { 'idempotency-key': key });

it('every count and sum is the same as before', () => {
  const sorted = (rows: TableRows[string]) =>
    rows.map((row) => JSON.stringify(Object.entries(row).filter(([column]) => isStoredAlike(column, row)))).sort();
  const ordered = (tables: TableRows) => Object.entries(tables).map(([table, rows]) => [table, sorted(rows)]);
  expect(ordered(after)).toEqual(ordered(before.rows));
});

it('visits and deliveries start at version 1', async () => {
  const visits = (await callers.rep?.get('/api/visits'))?.json() as { version: number }[];
  const deliveries = (await callers.rep?.get('/api/deliveries'))?.json().data as { version: number }[];
  expect([...visits, ...deliveries].map(({ version }) => version)).toEqual([1, 1, 1]);
});

it.each(before.writes)(
  'a repeat of $method $url after the migration gets the response stored before it',
  async (write) => {
    const again = await send(write);
    expect([again?.statusCode, again?.json()]).toEqual([write.status, write.response]);
    expect(again?.headers['idempotency-replayed']).toBe('true');
  },
);

it.each(before.writes)('a different body with the key of $method $url is refused', async (write) => {
  const other = await send(write, { note: 'another', name: 'another', active: true, location: 'another', lines: [] });
  expect(other?.statusCode).toBe(422);
  expect(other?.json().earlier).toEqual({ status: write.status, response: write.response });
});

it.each(before.writes)(
  'the key of $method $url names the record that it created, also after its response is removed',
  async (write) => {
    await pruneStoredResponses(server.db, new Date(NOW.getTime() + 91 * 24 * 60 * 60 * 1000));
    expect(await server.db.$count(idempotencyKeys)).toBe(before.writes.length);
    const again = await send(write);
    expect(again?.statusCode).toBe(200);
    expect(Object.keys(again?.json() ?? {})).toEqual(expect.arrayContaining(Object.keys(write.response)));
    expect(again?.json()._id).toBe(write.response._id);
  },
);
