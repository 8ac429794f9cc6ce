import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { isUnreached } from '../../../../src/server/db/database';
import { openPool } from '../../../../src/server/db/openPool';

const SIZE = 2;

it('a connection whose BEGIN fails is replaced: the pool loses no place', async () => {
  const pool = openPool(process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL ?? '', SIZE);
  const db = drizzle(pool);
  const one = () => db.transaction((tx) => tx.execute<{ one: number }>(sql`select 1 as one`));
  /** The server ends the connection after its checkout, so that the statement which the caller sends fails. */
  const terminate = (client: pg.PoolClient) =>
    void client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);

  pool.on('acquire', terminate);
  for (let index = 0; index < 2 * SIZE; index += 1) {
    expect(isUnreached(await one().catch((error: unknown) => error))).toBe(true);
    expect(pool.totalCount).toBe(0);
  }
  const atOnce = await Promise.allSettled(Array.from({ length: 3 * SIZE }, one));
  expect(atOnce.map(({ status }) => status)).toEqual(Array.from({ length: 3 * SIZE }, () => 'rejected'));
  expect([pool.totalCount, pool.waitingCount]).toEqual([0, 0]);

  pool.off('acquire', terminate);
  for (let index = 0; index < 2 * SIZE; index += 1) expect((await one()).rows).toEqual([{ one: 1 }]);
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  await pool.end();
});
