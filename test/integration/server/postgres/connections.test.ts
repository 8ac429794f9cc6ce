import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { CALL_TIMEOUT_MS } from '../../../../src/domain/constants';
import { HOUR_MS } from '../../../../src/domain/durations';
import { deliveries, deliveryLines, sessions, users } from '../../../../src/server/db/schema';
import { hashPassword } from '../../../../src/server/auth/passwords';
import { endSessionsOfDeactivated } from '../../../../src/server/auth/sessions';
import { lockSalesTables } from '../../../../src/server/rollups/rebuildRollups';
import { aStockedLocation, deliver } from '../../../support/server/aStockedLocation';
import { aUser, NOW } from '../../../support/server/builders';
import { serverOfEachTest } from '../../../support/server/serverOfFile';
import { untilLocked } from '../../../support/server/untilLocked';

const server = await serverOfEachTest();

it('a write whose connection ends gets 503 with Retry-After and has no effect; the next write succeeds', async () => {
  const admin = await server.signIn('admin');
  const create = () => admin.post('/api/items', { name: 'Cola', sku: 'C-1', price: 1.5 });
  const response = await server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table items in exclusive mode`);
    const waiting = create();
    await tx.execute(sql`select pg_terminate_backend(${await untilLocked(server.db)})`);
    return await waiting;
  });
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
  expect((await admin.get('/api/items')).json()).toEqual([]);
  expect((await create()).statusCode).toBe(201);
});

it('a sign-in during an uncommitted deactivation begins no session', async () => {
  const passwordHash = await hashPassword('correct horse');
  const ada = await aUser(server.db, { email: 'ada@example.com', passwordHash });
  const signingIn = await server.db.transaction(async (tx) => {
    await tx.update(users).set({ active: false }).where(eq(users.id, ada.id));
    await endSessionsOfDeactivated(tx, [ada.id], NOW);
    const body = { email: ada.email, password: 'correct horse' };
    const response = server.anyone.post('/api/auth/login', body);
    await untilLocked(server.db);
    return { response };
  });
  expect((await signingIn.response).statusCode).toBe(401);
  expect(await server.db.$count(sessions)).toBe(0);
});

it('a rebuild of the rollups waits for an edit under way, without a deadlock', async () => {
  const rep = await server.signIn('rep');
  const store = await aStockedLocation(server.db);
  const { _id } = await deliver(rep, store, 0);
  const rebuilt = await server.db.transaction(async (tx) => {
    await tx.select().from(deliveries).where(eq(deliveries.id, _id)).for('update');
    const done = server.db.transaction(async (other) => {
      await lockSalesTables(other);
      await other.delete(deliveries);
    });
    await untilLocked(server.db);
    await tx.delete(deliveryLines).where(eq(deliveryLines.deliveryId, _id));
    return { done };
  });
  await rebuilt.done;
  expect(await server.db.$count(deliveries)).toBe(0);
});

it('replays that wait for one lock leave connections free for other requests (security 45)', async () => {
  const rep = await server.signIn('rep');
  const store = await aStockedLocation(server.db);
  const { _id } = await deliver(rep, store, 0);
  const edits = await server.db.transaction(async (tx) => {
    await tx.select().from(deliveries).where(eq(deliveries.id, _id)).for('update');
    const headers = { 'captured-at': new Date(NOW.getTime() - HOUR_MS).toISOString() };
    const sent = Array.from({ length: 30 }, () => rep.patch(`/api/deliveries/${_id}`, { lines: [] }, headers));
    await untilLocked(server.db);
    expect((await rep.get('/api/deliveries')).statusCode).toBe(200);
    expect((await deliver(rep, store, 0))._id).not.toBe(_id);
    return { sent };
  });
  for (const { statusCode } of await Promise.all(edits.sent)) expect(statusCode).toBe(200);
});

it('PgBouncer sets the limits that a process asks for', async () => {
  const { rows } = await server.db.execute<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
  );
  const requested = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  const file = readFileSync('docs/deploy/pgbouncer.ini', 'utf8');
  expect(Object.fromEntries([...file.matchAll(/set (\w+) = (\d+)/g)].map(([, name, ms]) => [name, ms]))).toEqual(
    requested,
  );
});

it('the transaction of a server that vanished ends before a device stops waiting', async () => {
  const { rows } = await server.db.execute<{ ms: number }>(
    sql`select setting::int as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`,
  );
  expect(rows[0]?.ms).toBeGreaterThan(0);
  expect(rows[0]?.ms).toBeLessThan(CALL_TIMEOUT_MS);
});

it.each(['interactive requests', 'replays'])(
  'the database timeouts of %s are shorter than the timeout of a device (security 45)',
  async (whose) => {
    const database = whose === 'replays' ? server.replays.db : server.db;
    const { rows } = await database.execute<{ ms: number }>(
      sql`select setting::int as ms from pg_settings where name in ('lock_timeout', 'statement_timeout')
      and setting <> '0' order by setting::int`,
    );
    const [lock, statement] = rows.map(({ ms }) => ms);
    expect(lock).toBeLessThan(statement ?? 0);
    expect(statement).toBeLessThan(CALL_TIMEOUT_MS);
  },
);
