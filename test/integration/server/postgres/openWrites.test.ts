import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deliveries } from '../../../../src/server/db/schema';
import { aStockedLocation, deliver } from '../../../support/server/aStockedLocation';
import { serverOfEachTest } from '../../../support/server/serverOfFile';
import { untilLocked } from '../../../support/server/untilLocked';

const server = await serverOfEachTest();

it('the writes of one user that wait for a lock leave connections to others, and the user may sign out', async () => {
  const [rep, other] = [await server.signIn('rep'), await server.signIn('rep')];
  const elsewhere = await server.signIn(rep.user);
  const store = await aStockedLocation(server.db);
  const { _id } = await deliver(rep, store, 0);
  const lines = [{ item: store.itemId, quantity: 2, packaging: 'each' }];
  const { edits, read, signOut } = await server.db.transaction(async (tx) => {
    await tx.select().from(deliveries).where(eq(deliveries.id, _id)).for('update');
    const waiting = Array.from({ length: 20 }, () => rep.patch(`/api/deliveries/${_id}`, { lines }));
    await untilLocked(server.db);
    const signingOut = await elsewhere.post('/api/auth/logout');
    return { edits: waiting, read: await other.get('/api/deliveries'), signOut: signingOut };
  });
  expect([read.statusCode, signOut.statusCode]).toEqual([200, 204]);
  const responses = await Promise.all(edits);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
});
