import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { serverOfEachTest } from '../serverOfFile';

const server = await serverOfEachTest();

/** Waits until somebody in this database waits for a lock; answers the process that serves them. */
async function untilLocked(): Promise<number> {
  for (;;) {
    const { rows } = await server.db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows[0]) return rows[0].pid;
    await setTimeout(10);
  }
}

it('a write whose connection is ended is a 503 with Retry-After, leaves nothing, and the server goes on', async () => {
  const admin = await server.signIn('admin');
  const create = () => admin.post('/api/items', { name: 'Cola', sku: 'C-1', price: 1.5 });
  const answer = await server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table items in exclusive mode`);
    const waiting = create();
    await tx.execute(sql`select pg_terminate_backend(${await untilLocked()})`);
    return await waiting;
  });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect((await admin.get('/api/items')).json()).toEqual([]);
  expect((await create()).statusCode).toBe(201);
});
