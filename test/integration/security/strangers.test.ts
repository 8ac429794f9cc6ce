import { beforeEach, describe, expect, it } from 'vitest';
import { deliveries, items, visits } from '../../../src/server/db/schema';
import {
  aStockedLocation,
  deliver,
  deliveryBody,
  type StockedLocation,
  startVisit,
} from '../../support/server/aStockedLocation';
import type { SignedIn } from '../../support/server/harness';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const server = await serverOfEachTest();
let ada: SignedIn;
let ben: SignedIn;
let store: StockedLocation;
beforeEach(async () => {
  [ada, ben, store] = [await server.signIn('rep'), await server.signIn('rep'), await aStockedLocation(server.db)];
});

describe('security 11: a rep', () => {
  it('cannot change what another rep owns, not even by a replay from a queue', async () => {
    const visit = await startVisit(ada, store);
    const delivery = await deliver(ada, store, 0, visit._id);
    const rows = async () => [await server.db.select().from(visits), await server.db.select().from(deliveries)];
    const before = await rows();
    const replayed = { 'idempotency-key': 'stolen-entry-1', 'captured-at': '2026-03-09T10:00:00.000Z' };
    for (const headers of [{}, replayed, { ...replayed, 'captured-by': ben.user.id }]) {
      const responses = [
        await ben.patch(`/api/visits/${visit._id}`, { outcome: 'skipped' }, headers),
        await ben.patch(`/api/visits/${visit._id}/note`, { note: 'mine now' }, headers),
        await ben.post(`/api/visits/${visit._id}/submit`, { outcome: 'skipped' }, headers),
        await ben.patch(`/api/deliveries/${delivery._id}`, { lines: [] }, headers),
        await ben.post('/api/deliveries', deliveryBody(store, 1, visit._id), headers),
      ];
      expect(responses.map((response) => response.statusCode)).toEqual([403, 403, 403, 403, 403]);
    }
    expect(await rows()).toEqual(before);
  });

  it('can read what every user may read, but not the list of users', async () => {
    const visit = await startVisit(ada, store);
    expect((await ben.get(`/api/visits/${visit._id}`)).statusCode).toBe(200);
    expect((await ben.get('/api/users')).statusCode).toBe(403);
  });
});

describe('security 12: an Idempotency-Key of another user', () => {
  it('reveals nothing of theirs and makes a write of its own', async () => {
    const admins = [await server.signIn('admin'), await server.signIn('admin')];
    const key = { 'idempotency-key': 'the-same-key' };
    const [first, second] = [
      await admins[0]?.post('/api/items', { name: 'Secret', price: 1 }, key),
      await admins[1]?.post('/api/items', { name: 'Other', price: 2 }, key),
    ];
    expect([first?.statusCode, second?.statusCode]).toEqual([201, 201]);
    expect(second?.body).not.toContain('Secret');
    expect(await server.db.$count(items)).toBe(3);
  });
});
