import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '../../../src/server/db/schema';
import { aStockedLocation, deliver, deliveryBody, startVisit } from '../../support/server/aStockedLocation';
import { serverOfFile } from '../../support/server/serverOfFile';
import { measured } from '../../support/measured';

const RACES = measured(1_000, 30);

const server = await serverOfFile();
const rep = await server.signIn('rep');

describe(`security 15: ${RACES} races`, () => {
  it('of a completing submit against the last delivery never complete the visit without that delivery', async () => {
    const store = await aStockedLocation(server.db, { boxes: 1 });
    const outcomes = new Set<string | null>();
    for (let index = 0; index < RACES; index += 1) {
      const visit = await startVisit(rep, store);
      const send = [
        () => rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'completed', note: '' }),
        () => rep.post('/api/deliveries', deliveryBody(store, 0, visit._id)),
      ];
      const order = index % 2 ? send : send.toReversed();
      await Promise.all(order.map((one) => one()));
      const { outcome } = (await rep.get(`/api/visits/${visit._id}`)).json();
      const delivered = (await rep.get(`/api/deliveries?visit=${visit._id}`)).json().data.length;
      expect([index, outcome === 'completed' && delivered !== 1]).toEqual([index, false]);
      if (outcome !== 'completed') await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'partial', note: '' });
      outcomes.add(outcome);
    }
    expect(outcomes).toEqual(new Set(['completed', null]));
  });

  it('of two submits of one visit record one of them', async () => {
    const store = await aStockedLocation(server.db, { boxes: 1 });
    for (let index = 0; index < RACES; index += 1) {
      const visit = await startVisit(rep, store);
      const submit = (outcome: string) => rep.post(`/api/visits/${visit._id}/submit`, { outcome, note: outcome });
      const responses = await Promise.all([submit('partial'), submit('skipped')]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const winner = responses.find(({ statusCode }) => statusCode === 200)?.json();
      expect((await rep.get(`/api/visits/${visit._id}`)).json()).toEqual(winner);
    }
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
    const store = await aStockedLocation(server.db);
    const { _id, version } = await deliver(rep, store, 0);
    const edited = (quantity: number) => ({ lines: [{ item: store.itemId, quantity, packaging: 'each' }] });
    for (let index = 0; index < RACES; index += 1) {
      const over = { 'if-match': `"${(version ?? 0) + index}"` };
      const responses = await Promise.all(
        [index * 2 + 100, index * 2 + 101].map((quantity) =>
          rep.patch(`/api/deliveries/${_id}`, edited(quantity), over),
        ),
      );
      expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    }
  });
});
