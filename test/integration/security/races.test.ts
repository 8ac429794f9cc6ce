import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '../../../src/server/db/schema';
import { aStore, deliver, deliveryBody, startVisit } from '../../support/server/aStockedLocation';
import { serverOfFile } from '../../support/server/serverOfFile';
import { measured } from '../../support/measured';

const RACES = measured(1_000, 60);

const server = await serverOfFile();
const rep = await server.signIn('rep');

describe(`security 15: ${RACES} races`, () => {
  it('of a submit as completed against an edit that empties the last box never end completed without a refill', async () => {
    const store = await aStore(server.db, { boxes: 1 });
    const statuses = new Set<number>();
    for (let index = 0; index < RACES; index += 1) {
      const visit = await startVisit(rep, store);
      const send = [
        () => rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'completed', note: '' }),
        () => rep.post('/api/deliveries', deliveryBody(store, 0, visit._id)),
      ];
      const order = index % 2 ? send : send.toReversed();
      await Promise.all(order.map((one) => one()));
      const { outcome, deliveries } = (await rep.get(`/api/visits/${visit._id}`)).json();
      const listed = (await rep.get(`/api/deliveries?visit=${visit._id}`)).json().data.length;
      if (outcome === 'completed') expect([index, listed, deliveries]).toEqual([index, 1, deliveries]);
      statuses.add(outcome === 'completed' ? 200 : 409);
      if (outcome === null) await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'partial', note: '' });
    }
    expect(statuses.size).toBeGreaterThan(0);
  });

  it('of admins who demote each other leave one', async () => {
    const [one, other] = [await server.signIn('admin'), await server.signIn('admin')];
    for (let index = 0; index < RACES; index += 1) {
      await Promise.all([
        one.patch(`/api/users/${other.user.id}`, { roles: ['rep'] }),
        other.patch(`/api/users/${one.user.id}`, { roles: ['rep'] }),
      ]);
      const left = (await server.db.select().from(users)).filter(({ roles }) => roles.includes('admin'));
      expect([index, left.length]).toEqual([index, 1]);
      await server.db
        .update(users)
        .set({ roles: ['admin'] })
        .where(eq(users.id, one.user.id));
      await server.db
        .update(users)
        .set({ roles: ['admin'] })
        .where(eq(users.id, other.user.id));
    }
  });

  it('of two edits over one version record one of them', async () => {
    const { _id } = await deliver(rep, await aStore(server.db), 0);
    const { lines, version } = (await rep.get(`/api/deliveries/${_id}`)).json();
    const edited = (quantity: number) => ({
      lines: [{ item: lines[0].item, quantity, packaging: lines[0].packaging }],
    });
    for (let index = 0; index < RACES; index += 1) {
      const over = { 'if-match': `"${version + index}"` };
      const answers = await Promise.all(
        [index * 2 + 100, index * 2 + 101].map((quantity) =>
          rep.patch(`/api/deliveries/${_id}`, edited(quantity), over),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    }
  });
});
