import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/server/db/database';
import { MIGRATIONS_DIR } from '../../src/server/db/openDatabase';
import { audit, idempotencyKeys, items, locations, users } from '../../src/server/db/schema';
import { onceEach, pruneIdempotencyKeys } from '../../src/server/idempotency';
import { anItem, aUser, NOW } from './builders';
import type { SignedIn } from './harness';
import { serverOfEachTest } from './serverOfFile';

const DAY_MS = 24 * 60 * 60 * 1000;
const ITEM = { name: 'Cola', sku: 'C-1', price: 1.5 };
const withKey = (key: string) => ({ 'idempotency-key': key });

const server = await serverOfEachTest();
let admin: SignedIn;
beforeEach(async () => {
  admin = await server.signIn('admin');
});

const itemCount = () => server.db.$count(items);

describe('a write with an Idempotency-Key', () => {
  it('takes effect once and is answered the same each time', async () => {
    const first = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const again = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    expect(first.statusCode).toBe(201);
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    expect(await itemCount()).toBe(1);
  });

  it('is the same write whatever the order of its fields', async () => {
    await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const turned = { price: 1.5, sku: 'C-1', name: 'Cola' };
    expect((await admin.post('/api/items', turned, withKey('key-00000001'))).statusCode).toBe(201);
    expect(await itemCount()).toBe(1);
  });

  it('is refused with 422 when the body is another', async () => {
    await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const other = await admin.post('/api/items', { ...ITEM, price: 2 }, withKey('key-00000001'));
    expect(other.statusCode).toBe(422);
    expect(other.json()).toEqual({ error: 'This Idempotency-Key was already used for another change.' });
    expect(await itemCount()).toBe(1);
  });

  it('is refused with 422 when the call or its path is another', async () => {
    const [ada, ben] = [await aUser(server.db), await aUser(server.db)];
    await admin.patch(`/api/users/${ada.id}`, { active: false }, withKey('key-00000001'));
    const otherPath = await admin.patch(`/api/users/${ben.id}`, { active: false }, withKey('key-00000001'));
    const otherCall = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    expect([otherPath.statusCode, otherCall.statusCode]).toEqual([422, 422]);
    expect(await server.db.$count(users, sql`not active`)).toBe(1);
  });

  it('that was refused leaves nothing behind and may be asked again', async () => {
    const taken = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', roles: ['rep'] };
    const ada = await aUser(server.db, { email: 'ada@example.com' });
    expect((await admin.post('/api/users', taken, withKey('key-00000001'))).statusCode).toBe(409);
    expect(await server.db.$count(idempotencyKeys)).toBe(0);
    await server.db.update(users).set({ email: 'other@example.com' }).where(sql`id = ${ada.id}`);
    expect((await admin.post('/api/users', taken, withKey('key-00000001'))).statusCode).toBe(201);
  });

  it('keeps nothing from which a password in its body could be guessed', async () => {
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

  it('of an older server, whose hash took in a password, is forgotten, and no other', async () => {
    const user = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', roles: ['rep'] };
    const { _id } = (await admin.post('/api/users', user, withKey('key-00000001'))).json();
    await admin.patch(`/api/users/${_id}`, { active: false }, withKey('key-00000002'));
    await admin.post('/api/items', ITEM, withKey('key-00000003'));
    await server.db.execute(readFileSync(join(MIGRATIONS_DIR, '0003_no_hash_of_passwords.sql'), 'utf8'));
    const kept = await server.db.select().from(idempotencyKeys).orderBy(idempotencyKeys.key);
    expect(kept.map((row) => row.key)).toEqual(['key-00000002', 'key-00000003']);
  });

  it('belongs to its user: the same key of another is another write', async () => {
    const first = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const other = await server.signIn('admin');
    const second = await other.post('/api/items', ITEM, withKey('key-00000001'));
    expect(second.statusCode).toBe(201);
    expect(second.json()._id).not.toBe(first.json()._id);
    expect(await itemCount()).toBe(2);
  });

  it('takes effect once however many come at the same moment', async () => {
    const tries = Array.from({ length: 20 }, () => admin.post('/api/items', ITEM, withKey('key-00000001')));
    const answers = await Promise.all(tries);
    const refused = answers.filter((answer) => answer.statusCode === 409);
    expect(answers.filter((answer) => answer.statusCode === 201).length + refused.length).toBe(20);
    for (const answer of refused) expect(answer.headers['retry-after']).toBe('1');
    expect(await itemCount()).toBe(1);
  });

  it('is remembered for 90 days and then forgotten', async () => {
    await admin.post('/api/items', ITEM, withKey('key-00000001'));
    await pruneIdempotencyKeys(server.db, new Date(NOW.getTime() + 90 * DAY_MS));
    expect(await server.db.$count(idempotencyKeys)).toBe(1);
    await pruneIdempotencyKeys(server.db, new Date(NOW.getTime() + 91 * DAY_MS));
    expect(await server.db.$count(idempotencyKeys)).toBe(0);
  });

  it.each(['short', 'with a space', 'x'.repeat(129), 'ümlaut-ümlaut'])(
    'named "%s" is refused with 400',
    async (key) => {
      const answer = await admin.post('/api/items', ITEM, { 'idempotency-key': Buffer.from(key).toString('latin1') });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toContain('Idempotency-Key');
      expect(await itemCount()).toBe(0);
    },
  );

  it('covers everything that a write does, in one transaction', async () => {
    const location = { name: 'Store', boxCount: 3 };
    await admin.post('/api/locations', location, withKey('key-00000001'));
    await admin.post('/api/locations', location, withKey('key-00000001'));
    expect(await server.db.$count(locations)).toBe(1);
    const ada = await aUser(server.db);
    await admin.patch(`/api/users/${ada.id}`, { roles: ['admin'] }, withKey('key-00000002'));
    await admin.patch(`/api/users/${ada.id}`, { roles: ['admin'] }, withKey('key-00000002'));
    expect(await server.db.$count(audit)).toBe(1);
  });
});

describe('an answer that was kept', () => {
  it('is given as it was, also by a server whose contract has grown a field since', async () => {
    const first = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    const { active: _, ...older } = first.json();
    await server.db.update(idempotencyKeys).set({ answer: older });
    const again = await admin.post('/api/items', ITEM, withKey('key-00000001'));
    expect(again.statusCode).toBe(201);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(again.json()).toEqual(older);
  });
});

describe('a write without a key', () => {
  it('simply runs, each time', async () => {
    await admin.post('/api/items', ITEM);
    await admin.post('/api/items', ITEM);
    expect(await itemCount()).toBe(2);
  });
});

describe('a write that comes again while the first is still running', () => {
  const write = () => ({ userId: admin.user.id, key: 'key-00000001', request: 1, now: NOW });

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
    const run = async (tx: Database) => {
      await anItem(tx);
      began();
      await held;
      return { status: 201, answer: 'made' };
    };
    return { run, started, letGo };
  }

  it('in the same process is refused with 409 and Retry-After', async () => {
    const once = onceEach(server.db);
    const first = heldRun();
    const running = once(write(), first.run);
    await first.started;
    await expect(once(write(), first.run)).rejects.toMatchObject({ status: 409, retryAfterSeconds: 1 });
    first.letGo();
    expect(await running).toEqual({ status: 201, answer: 'made' });
    expect(await itemCount()).toBe(1);
  });

  it('in another process is refused, or waits and gets the answer of the first', async () => {
    const first = heldRun();
    const running = onceEach(server.db)(write(), first.run);
    await first.started;
    const elsewhere = onceEach(server.db)(write(), first.run).catch((error: unknown) => error);
    first.letGo();
    expect(await running).toEqual({ status: 201, answer: 'made' });
    const inProgress = expect.objectContaining({ status: 409, retryAfterSeconds: 1 });
    const stored = expect.objectContaining({ status: 201, answer: 'made' });
    expect([stored, inProgress]).toContainEqual(await elsewhere);
    expect(await itemCount()).toBe(1);
  });
});

describe('a fault between effect and row', () => {
  it('takes the effect back', async () => {
    const once = onceEach(server.db);
    const write = { userId: admin.user.id, key: 'key-00000001', request: 1, now: NOW };
    const broken = once(write, async (tx) => {
      await tx.delete(users);
      return { status: 200, answer: null };
    });
    await expect(broken).rejects.toThrow('Failed query');
    expect(await server.db.$count(users)).toBe(1);
    const after = await once(write, async () => ({ status: 200, answer: 'done' }));
    expect(after).toEqual({ status: 200, answer: 'done' });
  });
});
