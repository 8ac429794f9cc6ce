import { beforeEach, describe, expect, it } from 'vitest';
import {
  aStockedLocation,
  deliver,
  deliveryBody,
  type StockedLocation,
  startVisit,
} from '../../support/server/aStockedLocation';
import { NOW } from '../../support/server/builders';
import type { SignedIn } from '../../support/server/harness';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const server = await serverOfEachTest();
let rep: SignedIn;
let admin: SignedIn;
let store: StockedLocation;
beforeEach(async () => {
  [rep, admin, store] = [await server.signIn('rep'), await server.signIn('admin'), await aStockedLocation(server.db)];
});

describe('security 13: a field that the client may not set', () => {
  it.each([
    ['total', 0.01],
    ['totalCents', 1],
    ['rep', 'somebody'],
    ['repId', 'somebody'],
    ['deliveredAt', '2020-01-01T00:00:00.000Z'],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['_id', 'mine'],
  ])('%s is refused in a delivery', async (field, value) => {
    const response = await rep.post('/api/deliveries', { ...deliveryBody(store, 0), [field]: value });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: `Unknown field: ${field}.` });
  });

  it.each(['unitPrice', 'lineTotal', 'price'])('%s is refused in a line', async (field) => {
    const line = { item: store.itemId, quantity: 1, packaging: 'each', [field]: 0.01 };
    const response = await rep.post('/api/deliveries', { ...deliveryBody(store, 0), lines: [line] });
    expect(response.statusCode).toBe(400);
  });

  it.each([
    ['/api/visits', { submittedAt: NOW.toISOString() }],
    ['/api/visits', { outcome: 'completed' }],
    ['/api/auth/register', { roles: ['admin'] }],
    ['/api/auth/register', { active: true }],
  ])('of %s is refused: %j', async (url, extra) => {
    const register = { name: 'Ben', email: 'ben@example.com', password: 'correct horse' };
    const body = url === '/api/visits' ? { location: store.locationId } : register;
    expect((await rep.post(url, { ...body, ...extra })).statusCode).toBe(400);
  });

  it('is ignored in a query when it is unknown, such as a timestamp', async () => {
    expect((await rep.get('/api/items?_=1760000000000')).statusCode).toBe(200);
  });
});

describe('security 15: rules that hold without the screens', () => {
  it('a visit can be completed only with every box refilled, and submitted once', async () => {
    const visit = await startVisit(rep, store);
    const complete = () => rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'completed' });
    expect((await complete()).statusCode).toBe(409);
    for (const box of store.boxIds.keys()) await deliver(rep, store, box, visit._id);
    expect([(await complete()).statusCode, (await complete()).statusCode]).toEqual([200, 409]);
    expect((await rep.post('/api/deliveries', deliveryBody(store, 0, visit._id))).statusCode).toBe(409);
  });

  it('a user keeps at least one role, and one admin always remains', async () => {
    expect((await admin.patch(`/api/users/${rep.user.id}`, { roles: [] })).statusCode).toBe(400);
    expect((await admin.patch(`/api/users/${admin.user.id}`, { active: false })).statusCode).toBe(409);
  });

  it.each([
    ['0 pieces', 0, 'each'],
    ['half a piece', 0.5, 'each'],
    ['less than nothing', -1, 'case'],
    ['a third decimal', 0.001, 'case'],
    ['a number as text', '1', 'each'],
  ])('%s are refused', async (_name, quantity, packaging) => {
    const lines = [{ item: store.itemId, quantity, packaging }];
    expect((await rep.post('/api/deliveries', { ...deliveryBody(store, 0), lines })).statusCode).toBe(400);
  });
});

describe('security 16: a query', () => {
  it.each(['%', '_', '\\', '%25%25', "'--"])('matches %s literally', async (text) => {
    const url = (path: string, name: string) => `/api/${path}?${name}=${encodeURIComponent(text)}`;
    expect((await rep.get(url('locations', 'q'))).json()).toEqual([]);
    await deliver(rep, store, 0);
    expect((await rep.get(url('deliveries', 'repName'))).json().data).toEqual([]);
  });

  it.each([
    ['locations', `q=${'x'.repeat(10_000)}`],
    ['deliveries', `repName=${'x'.repeat(10_000)}`],
    ['deliveries', 'from=yesterday'],
    ['deliveries', 'from=2026-02-30'],
    ['deliveries', 'limit=10&limit=20'],
    ['reports/outcomes', 'to=2026-13-01'],
    ['exports/reps.csv', 'from=1'],
  ])('of /api/%s is refused: %.20s', async (path, query) => {
    expect((await admin.get(`/api/${path}?${query}`)).statusCode).toBe(400);
  });

  it.each([
    ['0', 1],
    ['-5', 1],
    ['999999999', 1000],
  ])('with limit %s is limited to %i', async (limit, held) => {
    expect((await rep.get(`/api/deliveries?limit=${limit}`)).json().pageInfo.limit).toBe(held);
  });
});

describe('security 27: an edit', () => {
  it('after the submit, and of a delivery, is stored with who, when, before and after', async () => {
    const visit = await startVisit(rep, store);
    const delivery = await deliver(rep, store, 0, visit._id);
    await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'partial', note: 'before' });
    await admin.patch(`/api/visits/${visit._id}`, { note: 'after' });
    await admin.patch(`/api/deliveries/${delivery._id}`, { lines: [] });
    const { rows } = await server.db.execute<Record<string, unknown>>('select * from audit order by id');
    expect(rows).toMatchObject([
      { user_id: admin.user.id, entity_id: visit._id, before: { note: 'before' }, after: { note: 'after' } },
      { user_id: admin.user.id, entity_id: delivery._id, before: [{ itemId: store.itemId }], after: [] },
    ]);
    expect(rows.map((row) => new Date(String(row.at)).getTime())).toEqual([NOW.getTime(), NOW.getTime()]);
  });
});
