import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/auth/passwords';
import { aStockedLocation } from '../../support/server/aStockedLocation';
import { aUser } from '../../support/server/builders';
import { serverOfFile } from '../../support/server/serverOfFile';

/**
 * A client that knows spec §7 and nothing else: it sends no header of ours, reads no field of ours, and calls no call
 * of ours. For it everything is as the specification says, and the last change counts.
 */
const server = await serverOfFile();
const password = 'correct horse battery';
const store = await aStockedLocation(server.db, { boxes: 2 });
await aUser(server.db, { name: 'Ada Rep', email: 'ada@example.com', passwordHash: await hashPassword(password) });
const admin = await server.signIn('admin');

type Json = Record<string, unknown> & { _id: string };

/** Signs in as a browser does, and sends plain JSON with the cookie. */
async function plainClient() {
  const signedIn = await server.anyone.post('/api/auth/login', { email: 'ada@example.com', password });
  const cookie = `session=${signedIn.cookies[0]?.value}`;
  return async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
    const response = await server.anyone.send(method, `/api${path}`, body, { cookie });
    expect(response.statusCode).toBeLessThan(300);
    return response;
  };
}

describe('a client of spec §7 alone', () => {
  it('records a day: starts, delivers, edits, submits, edits the visit, and reads it all', async () => {
    const call = await plainClient();
    const json = async (...request: Parameters<typeof call>) => (await call(...request)).json() as Json;
    expect(await json('GET', '/auth/me')).toMatchObject({ user: { name: 'Ada Rep', roles: ['rep'] } });

    const visit = await json('POST', '/visits', { location: store.locationId });
    expect(visit).toMatchObject({ repName: 'Ada Rep', outcome: null, submittedAt: null });
    const deliver = (box: number) =>
      json('POST', '/deliveries', {
        repName: 'Ada Rep',
        location: store.locationId,
        box: store.boxIds[box],
        visit: visit._id,
        lines: [{ item: store.itemId, quantity: 2, packaging: 'each' }],
      });
    const [first, second] = [await deliver(0), await deliver(1)];
    expect(first).toMatchObject({ total: 3, visit: { _id: visit._id } });
    expect(second._id).not.toBe(first._id);

    const edited = await json('PATCH', `/deliveries/${first._id}`, {
      lines: [{ item: store.itemId, quantity: 1.5, packaging: 'pack' }],
    });
    expect(edited).toMatchObject({ _id: first._id, total: 22.5 });
    await json('PATCH', `/visits/${visit._id}/note`, { note: 'Ring twice' });
    expect(await json('POST', `/visits/${visit._id}/submit`, { outcome: 'completed', note: 'All full' })).toMatchObject(
      {
        outcome: 'completed',
        note: 'All full',
        submittedAt: expect.any(String),
      },
    );
    expect(await json('PATCH', `/visits/${visit._id}`, { outcome: 'partial', note: 'One was full' })).toMatchObject({
      outcome: 'partial',
      note: 'One was full',
    });

    expect(await json('GET', `/deliveries?visit=${visit._id}&limit=1000`)).toMatchObject({ pageInfo: { total: 2 } });
    expect((await call('GET', `/visits?location=${store.locationId}&limit=2`)).json()).toHaveLength(1);
    expect(await json('GET', '/reports/outcomes')).toMatchObject({ completed: 0, partial: 1 });
    expect((await call('GET', '/reports/rep-productivity')).json()).toMatchObject([
      { repName: 'Ada Rep', total: 25.5, visitCount: 1, deliveries: 2 },
    ]);
    expect((await call('GET', '/exports/deliveries.csv')).body.trim().split('\r\n')).toHaveLength(3);
  });

  it('has two effects when it sends one request twice, and overwrites what another user wrote meanwhile', async () => {
    const call = await plainClient();
    const body = {
      location: store.locationId,
      box: store.boxIds[0],
      lines: [{ item: store.itemId, quantity: 1, packaging: 'each' }],
    };
    const [one, two] = [await call('POST', '/deliveries', body), await call('POST', '/deliveries', body)];
    expect(one.json()._id).not.toBe(two.json()._id);
    const edit = (quantity: number) => ({ lines: [{ item: store.itemId, quantity, packaging: 'each' }] });
    await admin.patch(`/api/deliveries/${one.json()._id}`, edit(5));
    const mine = await call('PATCH', `/deliveries/${one.json()._id}`, edit(3));
    expect(mine.json()).toMatchObject({ total: 4.5 });
    for (const response of [one, two, mine]) expect(response.headers).not.toHaveProperty('idempotency-replayed');
  });
});
