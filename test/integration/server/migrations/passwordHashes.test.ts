import { expect, it } from 'vitest';
import { idempotencyKeys } from '../../../../src/server/db/idempotencySchema';
import { openFilledBefore } from '../../../support/server/testDatabase';
import { fillTables } from '../../../support/server/fillTables';

const at = '2026-03-10T15:00:00Z';
const ann = { id: 'ann', name: 'Ann', email: 'ann@example.com', password_hash: '-', roles: ['admin'], active: true };
const row = { user_id: 'ann', request_hash: '0'.repeat(64), created_at: at };

it('deletes only the keys whose hash covers a password', async () => {
  const { db, close } = await openFilledBefore(3, (before) =>
    fillTables(before, {
      users: [{ ...ann, created_at: at }],
      idempotency_keys: [
        {
          ...row,
          key: 'created-a-user',
          status: 201,
          answer: { _id: 'ben', email: 'ben@example.com', roles: ['rep'] },
        },
        {
          ...row,
          key: 'changed-a-user',
          status: 200,
          answer: { _id: 'ben', email: 'ben@example.com', roles: ['rep'] },
        },
        { ...row, key: 'created-an-item', status: 201, answer: { _id: 'cola', sku: 'C-1' } },
      ],
    }),
  );
  const kept = await db.select().from(idempotencyKeys).orderBy(idempotencyKeys.key);
  await close();
  expect(kept.map(({ key, entity, entityId }) => [key, entity, entityId])).toEqual([
    ['changed-a-user', 'user', 'ben'],
    ['created-an-item', 'item', 'cola'],
  ]);
});
