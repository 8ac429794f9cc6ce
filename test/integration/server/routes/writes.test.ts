import { beforeEach, describe, expect, it } from 'vitest';
import { writeStateSchema } from '../../../../src/contract/writes';
import { idempotencyKeys } from '../../../../src/server/db/idempotencySchema';
import { items } from '../../../../src/server/db/schema';
import { createKeyedWrites } from '../../../../src/server/idempotency/keyedWrites';
import { anItem, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const ITEM = { name: 'Cola', sku: 'C-1', price: 1.5 };
const KEY = 'key-00000001';
const withKey = { 'idempotency-key': KEY };

const server = await serverOfEachTest();
let admin: SignedIn;
beforeEach(async () => {
  admin = await server.signIn('admin');
});

const create = () => admin.post('/api/items', ITEM, withKey);
const stateOf = async (who: SignedIn, key = KEY) => {
  const response = await who.get(`/api/writes/${encodeURIComponent(key)}`);
  expect(response.statusCode).toBe(200);
  return writeStateSchema.parse(response.json());
};
const cancel = (who: SignedIn, key = KEY) => who.delete(`/api/writes/${encodeURIComponent(key)}`);

describe('GET /api/writes/{id}', () => {
  it('is unknown before the write, and after one that was refused', async () => {
    expect(await stateOf(admin)).toEqual({ state: 'unknown' });
    await admin.post('/api/items', {}, withKey);
    expect(await stateOf(admin)).toEqual({ state: 'unknown' });
  });

  it('is done after it, with its response', async () => {
    const made = await create();
    expect(await stateOf(admin)).toEqual({ state: 'done', response: { status: 201, body: made.json() } });
  });

  it('finds the caller’s own writes only', async () => {
    await create();
    expect(await stateOf(await server.signIn('admin'))).toEqual({ state: 'unknown' });
  });

  it('is running while the write runs, in this process or another', async () => {
    const { withIdempotency, stateOf: stateHere } = createKeyedWrites(server.db);
    const write = { userId: admin.user.id, key: KEY, hash: 'bytes:1', olderHash: () => '1', entity: null, now: NOW };
    const states: ReturnType<typeof stateOf>[] = [];
    await withIdempotency(write, async (tx) => {
      await anItem(tx);
      expect(await stateHere(admin.user.id, KEY)).toEqual({ state: 'running' });
      states.push(stateOf(admin));
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 201, body: null };
    });
    // The embedded database has one connection: whoever asks by another way waits, and then it is done.
    expect(['running', 'done']).toContain((await states[0])?.state);
    expect((await stateOf(admin)).state).toBe('done');
  });

  it('accepts every key that a write accepts', async () => {
    for (const key of ['12345678', '/?#%&=+"', '\\'.repeat(128)]) {
      const made = await admin.post('/api/items', ITEM, { 'idempotency-key': key });
      expect(await stateOf(admin, key)).toMatchObject({ state: 'done', response: { body: made.json() } });
    }
    const refused = await admin.get('/api/writes/short');
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: 'id: must be 8 to 128 printable characters without spaces.' },
    ]);
  });
});

describe('DELETE /api/writes/{id}', () => {
  it('cancels a write that has not arrived: it then gets 410 and has no effect, however often it is sent', async () => {
    const response = await cancel(admin);
    expect([response.statusCode, response.json()]).toEqual([200, { state: 'cancelled' }]);
    for (let tries = 0; tries < 2; tries += 1) {
      const late = await create();
      expect([late.statusCode, late.json()]).toEqual([410, { error: 'This change was cancelled before it arrived.' }]);
    }
    expect(await server.db.$count(items)).toBe(0);
    expect(await stateOf(admin)).toEqual({ state: 'cancelled' });
    expect((await cancel(admin)).json()).toEqual({ state: 'cancelled' });
  });

  it('does not change a write that is done, and returns its response', async () => {
    const made = await create();
    expect((await cancel(admin)).json()).toEqual({ state: 'done', response: { status: 201, body: made.json() } });
    expect((await create()).json()).toEqual(made.json());
    expect(await server.db.$count(items)).toBe(1);
  });

  it('cancels the caller’s own write only', async () => {
    const other = await server.signIn('admin');
    expect((await cancel(other)).json()).toEqual({ state: 'cancelled' });
    expect((await create()).statusCode).toBe(201);
    expect(await server.db.$count(idempotencyKeys)).toBe(2);
  });

  it('is refused while the write runs', async () => {
    const { withIdempotency, cancel: cancelHere } = createKeyedWrites(server.db);
    const write = { userId: admin.user.id, key: KEY, hash: 'bytes:1', olderHash: () => '1', entity: null, now: NOW };
    await withIdempotency(write, async () => {
      await expect(cancelHere(admin.user.id, KEY, NOW)).rejects.toMatchObject({ status: 409, retryAfterSeconds: 1 });
      return { status: 201, body: null };
    });
    expect(await cancelHere(admin.user.id, KEY, NOW)).toMatchObject({ state: 'done' });
  });

  it('and GET refuse a request about one person’s write in the session of another', async () => {
    const captured = { 'captured-by': 'somebody-else' };
    expect((await admin.delete(`/api/writes/${KEY}`, captured)).statusCode).toBe(401);
    expect((await admin.get(`/api/writes/${KEY}`, captured)).statusCode).toBe(401);
    expect(await stateOf(admin)).toEqual({ state: 'unknown' });
  });
});
