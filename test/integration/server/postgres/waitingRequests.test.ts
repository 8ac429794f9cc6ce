import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deliveries } from '../../../../src/server/db/schema';
import { aStockedLocation, deliver } from '../../../support/server/aStockedLocation';
import { serverOfEachTest } from '../../../support/server/serverOfFile';
import { untilLocked } from '../../../support/server/untilLocked';

const server = await serverOfEachTest();

it('the writes of one user that wait for a lock leave connections to others, and delay neither signing in nor signing out', async () => {
  const [rep, other] = [await server.signIn('rep'), await server.signIn('rep')];
  const [elsewhere, again] = [await server.signIn(rep.user), await server.signIn(rep.user)];
  const store = await aStockedLocation(server.db);
  const { _id } = await deliver(rep, store, 0);
  const lines = [{ item: store.itemId, quantity: 2, packaging: 'each' }];
  const { edits, read, signOut, signIn } = await server.db.transaction(async (tx) => {
    await tx.select().from(deliveries).where(eq(deliveries.id, _id)).for('update');
    const waiting = Array.from({ length: 20 }, () => rep.patch(`/api/deliveries/${_id}`, { lines }));
    await untilLocked(server.db);
    const signingOut = await elsewhere.post('/api/auth/logout');
    const signingIn = await again.post('/api/auth/login', { email: 'nobody@example.com', password: 'wrong' });
    return { edits: waiting, read: await other.get('/api/deliveries'), signOut: signingOut, signIn: signingIn };
  });
  expect([read.statusCode, signOut.statusCode, signIn.statusCode]).toEqual([200, 204, 401]);
  const responses = await Promise.all(edits);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
});

it('the writes of several users that wait for locks leave connections to reads', async () => {
  const reps = [await server.signIn('rep'), await server.signIn('rep'), await server.signIn('rep')];
  const reader = await server.signIn('rep');
  const store = await aStockedLocation(server.db);
  const made = await Promise.all(reps.map((rep) => deliver(rep, store, 0)));
  const lines = [{ item: store.itemId, quantity: 2, packaging: 'each' }];
  const { edits, reads } = await server.db.transaction(async (tx) => {
    await tx.select().from(deliveries).for('update');
    const waiting = reps.flatMap((rep, index) =>
      Array.from({ length: 4 }, () => rep.patch(`/api/deliveries/${made[index]?._id}`, { lines })),
    );
    await untilLocked(server.db);
    return { edits: waiting, reads: await Promise.all([reader.get('/api/deliveries'), reader.get('/api/items')]) };
  });
  expect(reads.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const responses = await Promise.all(edits);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200));
});

it('the reads of one user that wait leave connections to others, and all get their responses', async () => {
  const [rep, other] = [await server.signIn('rep'), await server.signIn('rep')];
  const { reads, elsewhere } = await server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${deliveries} in access exclusive mode`);
    const waiting = Array.from({ length: 40 }, () => rep.get('/api/deliveries?visit=none'));
    await untilLocked(server.db);
    const own = await rep.get('/api/auth/me');
    return { reads: waiting, elsewhere: [own, await other.get('/api/items'), await other.post('/api/auth/logout')] };
  });
  expect(elsewhere.map(({ statusCode }) => statusCode)).toEqual([200, 200, 204]);
  const statuses = (await Promise.all(reads)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(Array.from({ length: 40 }, () => 200));
});

it.each([
  [
    'a report',
    'sync_devices',
    '/api/sync',
    { device: 'phone', build: 'a.js', waiting: 0, refusedCount: 0, refused: [] },
  ],
  ['a recording', 'sent_recordings', '/api/sync/recordings', { device: 'phone', title: 'It stops', content: 'H4sI' }],
])('of 100 writes of one user, each %s, 36 are refused while 64 run or wait', async (_what, table, path, body) => {
  const rep = await server.signIn('rep');
  let refused = 0;
  const { writes } = await server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in exclusive mode`);
    const sent = Array.from({ length: 100 }, async () => {
      const { statusCode } = await rep.post(path, body);
      refused += statusCode === 503 ? 1 : 0;
      return statusCode;
    });
    await expect.poll(() => refused).toBe(36);
    return { writes: sent };
  });
  const statuses = await Promise.all(writes);
  expect(statuses.filter((status) => status === 204)).toHaveLength(64);
});
