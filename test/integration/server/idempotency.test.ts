import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyReusedSchema } from '../../../src/contract/writes';
import type { Database } from '../../../src/server/db/database';
import { idempotencyKeys } from '../../../src/server/db/idempotencySchema';
import { audit } from '../../../src/server/db/auditSchema';
import { items, locations, users } from '../../../src/server/db/schema';
import { createKeyedWrites, type WriteResponse } from '../../../src/server/idempotency/keyedWrites';
import { anItem, aUser, NOW } from '../../support/server/builders';
import type { SignedIn } from '../../support/server/harness';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const ITEM = { name: 'Cola', sku: 'C-1', price: 1.5 };
const withKey = (key: string) => ({ 'idempotency-key': key });

const server = await serverOfEachTest();
let admin: SignedIn;
beforeEach(async () => {
  admin = await server.signIn('admin');
});

const itemCount = () => server.db.$count(items);

describe('a write with an Idempotency-Key', () => {
  it('takes effect once and gets the same response each time', async () => {
    const first = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const again = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    expect(first.statusCode).toBe(201);
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await itemCount()).toBe(1);
  });

  it('is refused with 422 when the body differs; the response says what was recorded', async () => {
    const first = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const other = await admin.post('/api/items', { ...ITEM, price: 2 }, withKey('key-00000001'));
    expect(other.statusCode).toBe(422);
    expect(other.json()).toEqual({
      error: 'This Idempotency-Key was already used for another change.',
      earlier: { status: 201, response: first.json() },
    });
    expect(keyReusedSchema.safeParse(other.json()).success).toBe(true);
    expect(await itemCount()).toBe(1);
  });

  it('is refused with 422 when one byte of the body differs, even if it means the same', async () => {
    await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const turned = { price: 1.5, sku: 'C-1', name: 'Cola' };
    expect((await admin.post('/api/items', turned, withKey('key-00000001'))).statusCode).toBe(422);
    expect(await itemCount()).toBe(1);
  });

  it('is refused with 422 when the call or its path differs', async () => {
    const [ada, ben] = [await aUser(server.db), await aUser(server.db)];
    await admin.patch(`/api/users/${ada.id}`, { active: false }, withKey('key-00000001'));
    const otherPath = await admin.patch(`/api/users/${ben.id}`, { active: false }, withKey('key-00000001'));
    const otherCall = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    expect([otherPath.statusCode, otherCall.statusCode]).toEqual([422, 422]);
    expect(await server.db.$count(users, sql`not active`)).toBe(1);
  });

  it('that was refused stores nothing and may be sent again', async () => {
    const taken = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', roles: ['rep'] };
    const ada = await aUser(server.db, { email: 'ada@example.com' });
    expect((await admin.post('/api/users', taken, withKey('key-00000001'))).statusCode).toBe(409);
    expect(await server.db.$count(idempotencyKeys)).toBe(0);
    await server.db.update(users).set({ email: 'other@example.com' }).where(sql`id = ${ada.id}`);
    expect((await admin.post('/api/users', taken, withKey('key-00000001'))).statusCode).toBe(201);
  });

  it('refuses a blank body of a call with a password with 400', async () => {
    const headers = { cookie: admin.cookie, 'content-type': 'application/json', ...withKey('key-00000001') };
    const response = await server.app.inject({ method: 'POST', url: '/api/users', headers, payload: ' ' });
    expect([response.statusCode, response.json()]).toEqual([400, { error: expect.any(String) }]);
  });

  it('stores nothing from which a password in its body could be guessed', async () => {
    const user = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', roles: ['rep'] };
    const rowOf = async (password: string) => {
      await server.reset();
      admin = await server.signIn('admin');
      expect((await admin.post('/api/users', { ...user, password }, withKey('key-00000001'))).statusCode).toBe(201);
      const [row] = await server.db.select().from(idempotencyKeys);
      return row?.requestHash;
    };
    expect(await rowOf('correct horse')).toBe(await rowOf('another horse'));
  });

  it('belongs to its user: the same key of another user is another write', async () => {
    const first = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const other = await server.signIn('admin');
    const second = await other.post('/api/items', ITEM, withKey('key-00000001'));
    expect(second.statusCode).toBe(201);
    expect(second.json()._id).not.toBe(first.json()._id);
    expect(await itemCount()).toBe(2);
  });

  it('takes effect once when it is sent many times at once', async () => {
    const tries = Array.from({ length: 20 }, () => admin.post('/api/items', ITEM, withKey('key-00000001')));
    const responses = await Promise.all(tries);
    const refused = responses.filter((response) => response.statusCode === 409);
    expect(responses.filter((response) => response.statusCode === 201).length + refused.length).toBe(20);
    for (const response of refused) expect(response.headers['retry-after']).toBe('1');
    expect(await itemCount()).toBe(1);
  });

  it.each(['short', 'with a space', 'x'.repeat(129), 'ümlaut-ümlaut'])(
    'named "%s" is refused with 400',
    async (key) => {
      const response = await admin.post('/api/items', ITEM, { 'idempotency-key': Buffer.from(key).toString('latin1') });
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toContain('Idempotency-Key');
      expect(await itemCount()).toBe(0);
    },
  );

  it('stores its key and every effect in one transaction', async () => {
    const location = { name: 'Store', boxCount: 3 };
    await admin.post('/api/locations', location, withKey('key-00000001'));
    await admin.post('/api/locations', location, withKey('key-00000001'));
    expect(await server.db.$count(locations)).toBe(1);
    const { rows } = await server.db.execute(sql`select xmin::text from locations
      union select xmin::text from boxes union select xmin::text from idempotency_keys`);
    expect(rows).toHaveLength(1);
    const ada = await aUser(server.db);
    await admin.patch(`/api/users/${ada.id}`, { roles: ['admin'] }, withKey('key-00000002'));
    await admin.patch(`/api/users/${ada.id}`, { roles: ['admin'] }, withKey('key-00000002'));
    expect(await server.db.$count(audit)).toBe(1);
  });
});

describe('a write without a key', () => {
  it('takes effect each time it is sent', async () => {
    await admin.post('/api/items', ITEM);
    await admin.post('/api/items', ITEM);
    expect(await itemCount()).toBe(2);
  });
});

/** A write under one key whose effect is a new item. */
const keyedWrite = () => ({
  userId: admin.user.id,
  key: 'key-00000001',
  hash: 'bytes:1',
  olderHash: () => '1',
  entity: null,
  now: NOW,
});

describe('a write that is sent again while the first still runs', () => {
  /** A run that has its effect and then waits to be let go. */
  function heldRun() {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let began = () => {};
    const started = new Promise<void>((resolve) => {
      began = resolve;
    });
    const run = async (tx: Database): Promise<WriteResponse> => {
      await anItem(tx);
      began();
      await held;
      return { status: 201, body: 'made' };
    };
    return { run, started, letGo };
  }
  const stored = { status: 201, body: 'made' };

  it('in the same process is refused with 409 and Retry-After', async () => {
    const { withIdempotency } = createKeyedWrites(server.db);
    const first = heldRun();
    const running = withIdempotency(keyedWrite(), first.run);
    await first.started;
    await expect(withIdempotency(keyedWrite(), first.run)).rejects.toMatchObject({ status: 409, retryAfterSeconds: 1 });
    first.letGo();
    expect(await running).toEqual(stored);
    expect(await itemCount()).toBe(1);
  });

  it('in another process is refused, or waits and gets the response of the first', async () => {
    const first = heldRun();
    const running = createKeyedWrites(server.db).withIdempotency(keyedWrite(), first.run);
    await first.started;
    const elsewhere = createKeyedWrites(server.db)
      .withIdempotency(keyedWrite(), first.run)
      .catch((error: unknown) => error);
    first.letGo();
    expect(await running).toEqual(stored);
    const inProgress = expect.objectContaining({ status: 409, retryAfterSeconds: 1 });
    expect([expect.objectContaining(stored), inProgress]).toContainEqual(await elsewhere);
    expect(await itemCount()).toBe(1);
  });
});

describe('a fault after the effect and before its key is stored', () => {
  it('rolls the effect back', async () => {
    const { withIdempotency } = createKeyedWrites(server.db);
    const broken = withIdempotency(keyedWrite(), async (tx) => {
      await tx.delete(users);
      return { status: 200, body: null };
    });
    await expect(broken).rejects.toThrow('Failed query');
    expect(await server.db.$count(users)).toBe(1);
    const after = await withIdempotency(keyedWrite(), async () => ({ status: 200, body: 'done' }));
    expect(after).toEqual({ status: 200, body: 'done' });
  });
});
