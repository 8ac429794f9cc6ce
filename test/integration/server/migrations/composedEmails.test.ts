import { expect, it } from 'vitest';
import { users } from '../../../../src/server/db/schema';
import { openFilledBefore } from '../../../support/server/testDatabase';
import { fillTables } from '../../../support/server/fillTables';

const at = '2026-03-10T15:00:00Z';
const user = { name: 'Ann', password_hash: '-', roles: ['rep'], active: true, created_at: at };
const [DECOMPOSED, COMPOSED] = ['jose\u0301@example.com', 'jos\u00e9@example.com'];
/** Two marks of one letter in both orders, neither composed. */
const [TWICE_MARKED, OTHER_ORDER] = ['a\u0323\u0302@example.com', 'a\u0302\u0323@example.com'];
const BOTH_COMPOSED = TWICE_MARKED.normalize('NFC');

const emailsAfter = async (emails: readonly string[]) => {
  const { db, close } = await openFilledBefore(6, (before) =>
    fillTables(before, { users: emails.map((email, index) => ({ ...user, id: `user-${index}`, email })) }),
  );
  const rows = await db.select({ email: users.email }).from(users).orderBy(users.id);
  await close();
  return rows.map((row) => row.email);
};

it('an e-mail address is stored in composed form (NFC), so that its user can still sign in', async () => {
  expect(await emailsAfter(['ann@example.com', DECOMPOSED])).toEqual(['ann@example.com', COMPOSED]);
});

it('an e-mail address stays as it is when another user has its composed form', async () => {
  expect(await emailsAfter([COMPOSED, DECOMPOSED])).toEqual([COMPOSED, DECOMPOSED]);
});

it('of two e-mail addresses with one composed form, that of the least id is composed', async () => {
  expect(await emailsAfter([TWICE_MARKED, OTHER_ORDER])).toEqual([BOTH_COMPOSED, OTHER_ORDER]);
});
