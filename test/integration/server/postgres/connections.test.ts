import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deliveries, deliveryLines, sessions, users } from '../../../../src/server/db/schema';
import { hashPassword } from '../../../../src/server/auth/passwords';
import { endSessionsOfDeactivated } from '../../../../src/server/auth/sessions';
import { lockSalesTables } from '../../../../src/server/rollups/rebuildRollups';
import { aStore, deliver } from '../../../support/server/aStockedLocation';
import { aUser, NOW } from '../../../support/server/builders';
import { serverOfEachTest } from '../../../support/server/serverOfFile';
import { untilLocked } from '../../../support/server/untilLocked';

const server = await serverOfEachTest();

it('a write whose connection is ended is a 503 with Retry-After, leaves nothing, and the server goes on', async () => {
  const admin = await server.signIn('admin');
  const create = () => admin.post('/api/items', { name: 'Cola', sku: 'C-1', price: 1.5 });
  const answer = await server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table items in exclusive mode`);
    const waiting = create();
    await tx.execute(sql`select pg_terminate_backend(${await untilLocked(server.db)})`);
    return await waiting;
  });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect((await admin.get('/api/items')).json()).toEqual([]);
  expect((await create()).statusCode).toBe(201);
});

it('a deactivation that a sign-in meets half done leaves no session', async () => {
  const passwordHash = await hashPassword('correct horse');
  const ada = await aUser(server.db, { email: 'ada@example.com', passwordHash });
  const signingIn = await server.db.transaction(async (tx) => {
    await tx.update(users).set({ active: false }).where(eq(users.id, ada.id));
    await endSessionsOfDeactivated(tx, [ada.id], NOW);
    const body = { email: ada.email, password: 'correct horse' };
    const answer = server.anyone.post('/api/auth/login', body);
    await untilLocked(server.db);
    return { answer };
  });
  expect((await signingIn.answer).statusCode).toBe(401);
  expect(await server.db.$count(sessions)).toBe(0);
});

it('an edit that has begun ends before the sums are made anew, and neither is in a circle', async () => {
  const rep = await server.signIn('rep');
  const store = await aStore(server.db);
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
