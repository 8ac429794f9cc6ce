import { beforeEach, expect, it } from 'vitest';
import { items } from '../../../../src/server/db/schema';
import { createKeyedWrites } from '../../../../src/server/idempotency/keyedWrites';
import { anItem, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const KEY = 'key-00000001';
const server = await serverOfEachTest();
let admin: SignedIn;
beforeEach(async () => {
  admin = await server.signIn('admin');
});

it('a write that runs in another process is reported as running, can be neither cancelled nor repeated, and is then done', async () => {
  const elsewhere = createKeyedWrites(server.db);
  const write = { userId: admin.user.id, key: KEY, hash: 'bytes:1', olderHash: () => '1', entity: null, now: NOW };
  const done = await elsewhere.withIdempotency(write, async (tx) => {
    await anItem(tx);
    expect((await admin.get(`/api/writes/${KEY}`)).json()).toEqual({ state: 'running' });
    const others = [
      await admin.delete(`/api/writes/${KEY}`),
      await admin.post('/api/items', { name: 'Cola', price: 1 }, { 'idempotency-key': KEY }),
    ];
    for (const other of others) expect([other.statusCode, other.headers['retry-after']]).toEqual([409, '1']);
    return { status: 201, body: { made: true } };
  });
  const settled = { state: 'done', response: { status: done.status, body: done.body } };
  expect((await admin.get(`/api/writes/${KEY}`)).json()).toEqual(settled);
  expect((await admin.delete(`/api/writes/${KEY}`)).json()).toEqual(settled);
  expect(await server.db.$count(items)).toBe(1);
});
