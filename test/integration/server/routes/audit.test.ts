import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../../../src/server/db/auditSchema';
import { hashPassword } from '../../../../src/server/auth/passwords';
import { aStockedLocation, deliver, startVisit } from '../../../support/server/aStockedLocation';
import { aUser, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const PASSWORD = 'correct horse';
const DAY_MS = 24 * 60 * 60_000;

const server = await serverOfEachTest();
const passwordHash = await hashPassword(PASSWORD);
let admin: SignedIn;
let rep: SignedIn;

beforeEach(async () => {
  admin = await server.signIn(await aUser(server.db, { name: 'Ida Admin', roles: ['admin'] }));
  rep = await server.signIn(await aUser(server.db, { name: 'Ada Rep', email: 'ada@example.com', passwordHash }));
});

const read = async (query = '') => (await admin.get(`/api/audit${query}`)).json();
const actions = async (query = ''): Promise<string[]> =>
  (await read(query)).data.map((entry: { action: string; entity: string }) => `${entry.action} ${entry.entity}`);

/** A sign-in, a role change a day later, an edited delivery and a new user the day after. */
async function makeHistory(): Promise<string> {
  await server.anyone.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD });
  server.time.now = new Date(NOW.getTime() + DAY_MS);
  await admin.patch(`/api/users/${rep.user.id}`, { roles: ['rep', 'admin'] });
  server.time.now = new Date(NOW.getTime() + 2 * DAY_MS);
  const store = await aStockedLocation(server.db);
  const visit = await startVisit(rep, store);
  const delivery = await deliver(rep, store, 0, visit._id);
  await rep.patch(`/api/deliveries/${delivery._id}`, { lines: [] });
  await admin.post('/api/users', { name: 'Ben', email: 'ben@example.com', password: PASSWORD, roles: ['rep'] });
  return delivery._id;
}

/** Inserts edits of long notes, as older servers stored them: each has 500,000 characters before and after. */
async function insertLongEntries(count: number): Promise<void> {
  const side = (letter: string) => ({ note: letter.repeat(500_000) });
  await server.db.insert(audit).values(
    Array.from({ length: count }, (_, index) => ({
      ...({ id: `entry-${index}`, userId: rep.user.id, at: NOW, action: 'update', entity: 'visit' } as const),
      ...{ entityId: `v${index}`, before: side('x'), after: side('y') },
    })),
  );
}

describe('GET /api/audit', () => {
  it('names of an edited delivery only the lines that were added or removed, each as often as it was', async () => {
    const store = await aStockedLocation(server.db);
    const delivery = await deliver(rep, store, 0);
    const line = (quantity: number) => ({ item: store.itemId, quantity, packaging: 'each' });
    await rep.patch(`/api/deliveries/${delivery._id}`, { lines: [line(1), line(2), line(2), line(3)] });
    await rep.patch(`/api/deliveries/${delivery._id}`, { lines: [line(2), line(3)] });
    const { before, after } = (await read()).data[0];
    const quantities = (lines: { quantityHundredths: number }[]) => lines.map((one) => one.quantityHundredths);
    expect([quantities(before), after]).toEqual([[100, 200], []]);
    await rep.patch(`/api/deliveries/${delivery._id}`, { lines: [line(3), line(2)] });
    const reordered = (await read()).data[0];
    expect([quantities(reordered.before), quantities(reordered.after)]).toEqual([
      [200, 300],
      [300, 200],
    ]);
  });

  it('lists who did what to which record, when, with the values before and after, newest first', async () => {
    await makeHistory();
    const { data, pageInfo } = await read();
    expect(pageInfo).toEqual({ page: 1, limit: 50, total: 4, hasMore: false });
    expect(await actions()).toEqual(['create user', 'update delivery', 'update user', 'signIn user']);
    expect(data[2]).toEqual({
      _id: expect.any(String),
      user: { _id: admin.user.id, name: 'Ida Admin' },
      at: new Date(NOW.getTime() + DAY_MS).toISOString(),
      action: 'update',
      entity: 'user',
      entityId: rep.user.id,
      entityName: 'Ada Rep',
      before: expect.objectContaining({ roles: ['rep'] }),
      after: expect.objectContaining({ roles: ['rep', 'admin'] }),
    });
    expect(data[3]).toMatchObject({ user: { name: 'Ada Rep' }, at: NOW.toISOString(), after: { ip: '127.0.0.1' } });
    expect(data[1].entityName).toBe('Box 1, Corner Store');
    expect(JSON.stringify(data)).not.toMatch(/password|argon2/i);
  });

  it('is filtered by person, record and day, in pages', async () => {
    const deliveryId = await makeHistory();
    expect(await actions(`?user=${admin.user.id}`)).toEqual(['create user', 'update user']);
    expect(await actions('?entity=delivery')).toEqual(['update delivery']);
    expect(await actions(`?entity=delivery&entityId=${deliveryId}`)).toEqual(['update delivery']);
    expect(await actions('?entityId=unknown')).toEqual([]);
    const nextDay = new Date(NOW.getTime() + DAY_MS).toISOString().slice(0, 10);
    expect(await actions(`?from=${nextDay}&to=${nextDay}`)).toEqual(['update user']);
    expect(await actions('?limit=1&page=2')).toEqual(['update delivery']);
    expect((await read('?limit=1&page=2')).pageInfo).toEqual({ page: 2, limit: 1, total: 4, hasMore: true });
  });

  it('reads no entry for a page after the last', async () => {
    await makeHistory();
    await server.db.execute(sql`alter table boxes rename to no_boxes`);
    try {
      const pageInfo = { page: 999_999_999, limit: 50, total: 4, hasMore: false };
      expect(await read('?page=999999999')).toEqual({ data: [], pageInfo });
      expect((await admin.get('/api/audit')).statusCode).toBe(500);
    } finally {
      await server.db.execute(sql`alter table no_boxes rename to boxes`);
    }
  });

  it('leaves out the values of the entries with which a page would exceed 8 MB; the CSV has them', async () => {
    await insertLongEntries(9);
    const older = { userId: rep.user.id, at: new Date(NOW.getTime() - 1), before: null, after: null };
    await server.db
      .insert(audit)
      .values({ ...older, id: 'empty', action: 'changePassword', entity: 'user', entityId: rep.user.id });
    const { data } = await read();
    const lengths = data.map(({ before }: { before: { note: string } | null }) => before?.note.length);
    expect(lengths).toEqual([...Array.from({ length: 8 }, () => 500_000), undefined, undefined]);
    const shortened = data.map((entry: { isShortened?: boolean }) => entry.isShortened === true);
    expect(shortened).toEqual([...Array.from({ length: 8 }, () => false), true, false]);
    const csv = (await admin.get('/api/exports/audit.csv')).body;
    expect(csv.match(/,update,visit,v\d,,"\{""note"":""x{500000}""\}","\{""note"":""y{500000}""\}"/g)).toHaveLength(9);
  });

  it('refuses unknown parameters, and users who are no admin', async () => {
    expect((await admin.get('/api/audit?entity=price')).statusCode).toBe(400);
    expect((await admin.get('/api/audit?from=yesterday')).statusCode).toBe(400);
    expect((await rep.get('/api/audit')).statusCode).toBe(403);
  });
});

describe('GET /api/exports/audit.csv', () => {
  const file = async (query = '') => (await admin.get(`/api/exports/audit.csv${query}`)).body.split('\r\n');

  it('has every entry that the filter matches, newest first, with before and after as JSON', async () => {
    const deliveryId = await makeHistory();
    const [head, ...rows] = await file();
    expect(head).toBe('\uFEFFAt,By,ById,Action,Record,RecordId,RecordName,Before,After');
    expect(rows.map((row) => row.split(',')[3])).toEqual(['create', 'update', 'update', 'signIn', undefined]);
    expect(rows[3]).toBe(
      `${NOW.toISOString()},Ada Rep,${rep.user.id},signIn,user,${rep.user.id},Ada Rep,,"{""ip"":""127.0.0.1""}"`,
    );
    expect(await file(`?entity=delivery&entityId=${deliveryId}`)).toHaveLength(3);
    const response = await admin.get('/api/exports/audit.csv');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="audit_\d{4}-\d\d-\d\d\.csv"$/);
  });

  it('has every entry across pages, also entries of the same instant', async () => {
    const [first, second] = [NOW, new Date(NOW.getTime() + 1)];
    const entries = Array.from({ length: 1200 }, (_, index) => ({
      ...{ id: `entry-${String(index).padStart(4, '0')}`, userId: rep.user.id, at: index < 600 ? first : second },
      ...({ action: 'update', entity: 'user', entityId: `=${index}`, before: null, after: null } as const),
    }));
    await server.db.insert(audit).values(entries);
    const rows = (await file()).slice(1, -1);
    expect(rows.map((row) => row.split(',')[5])).toEqual(entries.map(({ entityId }) => `'${entityId}`).reverse());
  });

  it('refuses a bad day, and users who are no admin', async () => {
    expect((await admin.get('/api/exports/audit.csv?from=yesterday')).statusCode).toBe(400);
    expect((await rep.get('/api/exports/audit.csv')).statusCode).toBe(403);
  });
});
