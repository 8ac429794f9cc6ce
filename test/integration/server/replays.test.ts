import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../src/contract/calls';
import { callSchemas } from '../../../src/contract/callSchemas';
import { idempotencyKeys } from '../../../src/server/db/idempotencySchema';
import { users } from '../../../src/server/db/schema';
import { pruneStoredResponses } from '../../../src/server/idempotency/keyedWrites';
import { entityKindOf } from '../../../src/server/idempotency/recordedResponse';
import { routeList } from '../../../src/server/routes/routeList';
import {
  aStockedLocation,
  deliveryBody,
  type StockedLocation,
  startVisit,
} from '../../support/server/aStockedLocation';
import { aUser, NOW } from '../../support/server/builders';
import type { SignedIn } from '../../support/server/harness';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const DAY_MS = 24 * 60 * 60 * 1000;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const withKey = (key: string) => ({ 'idempotency-key': key });
const KEY = withKey('key-00000001');

const server = await serverOfEachTest();
let rep: SignedIn;
let admin: SignedIn;
let store: StockedLocation;
beforeEach(async () => {
  [rep, admin] = [await server.signIn('rep'), await server.signIn('admin')];
  store = await aStockedLocation(server.db);
});

/** A delivery of that many lines, recorded under a key. */
async function recorded(lines: number) {
  const visit = await startVisit(rep, store);
  const [line] = deliveryBody(store, 0).lines;
  const body = {
    ...deliveryBody(store, 0, visit._id),
    lines: Array.from({ length: lines }, (_, index) => ({ ...line, quantity: index + 1 })),
  };
  const first = await rep.post('/api/deliveries', body, KEY);
  expect(first.statusCode).toBe(201);
  return { visit, body, first, repeat: () => rep.post('/api/deliveries', body, KEY) };
}

describe('an unchanged repeat gets the response of the first', () => {
  it('when the visit was submitted and the delivery edited since', async () => {
    const { visit, first, repeat } = await recorded(3);
    await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'other', note: 'Full' });
    await admin.patch(`/api/deliveries/${first.json()._id}`, { lines: [] });
    const again = await repeat();
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  });

  it('when its user may no longer change the record', async () => {
    const { first } = await recorded(1);
    const other = await server.signIn(await aUser(server.db, { roles: ['rep', 'admin'] }));
    const edit = () => other.patch(`/api/deliveries/${first.json()._id}`, { lines: [] }, KEY);
    const edited = await edit();
    await server.db
      .update(users)
      .set({ roles: ['rep'] })
      .where(eq(users.id, other.user.id));
    expect((await other.patch(`/api/deliveries/${first.json()._id}`, { lines: [] })).statusCode).toBe(403);
    const again = await edit();
    expect([again.statusCode, again.json()]).toEqual([200, edited.json()]);
  });

  it('but not when the role of its user no longer allows the call', async () => {
    const create = () => admin.post('/api/items', { name: 'Cola', price: 1 }, KEY);
    expect((await create()).statusCode).toBe(201);
    await server.db
      .update(users)
      .set({ roles: ['rep'] })
      .where(eq(users.id, admin.user.id));
    expect((await create()).statusCode).toBe(403);
  });

  it('when the version in If-Match is no longer current, or If-Match cannot be read', async () => {
    const visit = await startVisit(rep, store);
    const edit = (ifMatch: string) =>
      rep.patch(`/api/visits/${visit._id}`, { note: 'Full' }, { ...KEY, 'if-match': ifMatch });
    const first = await edit('1');
    await admin.patch(`/api/visits/${visit._id}`, { note: 'Empty' });
    for (const ifMatch of ['1', 'nonsense']) {
      const again = await edit(ifMatch);
      expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    }
  });

  it('when today’s contract would refuse its body', async () => {
    const body = '{"place":"north"}';
    const requestHash = `bytes:${sha256(`POST /api/visits\n${body}`)}`;
    const row = { userId: rep.user.id, key: KEY['idempotency-key'], requestHash, status: 201, createdAt: NOW };
    await server.db.insert(idempotencyKeys).values({ ...row, response: Buffer.from('{"_id":"v"}') });
    const type = { 'content-type': 'application/json', cookie: rep.cookie };
    const post = (headers: object) =>
      server.app.inject({ method: 'POST', url: '/api/visits', payload: body, headers: { ...type, ...headers } });
    const again = await post(KEY);
    expect([again.statusCode, again.json()]).toEqual([201, { _id: 'v' }]);
    expect(again.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await post(withKey('key-00000002'))).statusCode).toBe(400);
  });
});

describe('a stored response', () => {
  const storedBytes = async () => {
    const { rows } = await server.db.execute<{ bytes: number | null }>(
      sql`select length(answer) as bytes from idempotency_keys`,
    );
    return rows[0]?.bytes;
  };

  it.each([1, 3, 20])('of a delivery of %i lines takes at most 1 kB', async (lines) => {
    await recorded(lines);
    expect(await storedBytes()).toBeLessThanOrEqual(1000);
  });

  it('is not stored with a large text: a repeat gets the current record, with the version that the write gave it', async () => {
    const visit = await startVisit(rep, store);
    const note = Array.from({ length: 400 }, (_, index) => index * index).join(' ');
    const edit = () => rep.patch(`/api/visits/${visit._id}`, { note }, KEY);
    const first = await edit();
    expect(await storedBytes()).toBeNull();
    expect((await edit()).json()).toEqual(first.json());
    await admin.patch(`/api/visits/${visit._id}`, { note: 'Short' });
    const again = await edit();
    expect(again.json()).toEqual({ ...first.json(), note: 'Short' });
    const over = await rep.patch(
      `/api/visits/${visit._id}`,
      { note: 'Mine' },
      { 'if-match': `${again.json().version}` },
    );
    expect(over.statusCode).toBe(412);
  });

  it('is removed after 90 days and not before; its key stays, and a repeat has no second effect', async () => {
    const { first, repeat } = await recorded(2);
    await pruneStoredResponses(server.db, new Date(NOW.getTime() + 90 * DAY_MS));
    expect((await repeat()).statusCode).toBe(201);
    await pruneStoredResponses(server.db, new Date(NOW.getTime() + 90 * DAY_MS + 1));
    expect(await storedBytes()).toBeNull();
    const again = await repeat();
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await rep.get('/api/deliveries')).json().pageInfo.total).toBe(1);
  });
});

describe('the response to a write whose result cannot be read again', () => {
  /** The import refuses each of its rows, which makes a longer response than is stored of other writes. */
  const writes = () => {
    const badRows = Array.from({ length: 2_000 }, (_, index) => `${index},Gin,${index}.5,1,1`);
    const content = ['item_number,name,units_per_pack,price,price_per_pack', ...badRows].join('\n');
    return {
      setItemPrice: () => admin.post(`/api/items/${store.itemId}/prices`, { price: 7 }, KEY),
      importFile: () => admin.post('/api/imports', { kind: 'items', content }, KEY),
    };
  };

  it.each(['setItemPrice', 'importFile'] as const)('%s is stored in full and never removed', async (name) => {
    const send = writes()[name];
    const first = await send();
    expect(first.statusCode).toBe(name === 'importFile' ? 200 : 201);
    expect(sha256((await send()).body)).toBe(sha256(first.body));
    await pruneStoredResponses(server.db, new Date(NOW.getTime() + 90 * DAY_MS + 1));
    const again = await send();
    expect([again.statusCode, sha256(again.body)]).toEqual([first.statusCode, sha256(first.body)]);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });
});

it('every other write that accepts a key responds with a record that can be read again', () => {
  const keyed = routeList.filter(({ name, skipTransaction }) => calls[name].method !== 'GET' && !skipTransaction);
  expect(keyed.length).toBeGreaterThan(9);
  const unread = keyed.filter(({ name }) => entityKindOf(callSchemas[name].response) === null);
  expect(unread.map(({ name }) => name)).toEqual(['setItemPrice', 'importFile']);
});
