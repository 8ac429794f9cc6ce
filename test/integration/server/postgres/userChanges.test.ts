import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { lockActiveAdmins } from '../../../../src/server/auth/users';
import { users } from '../../../../src/server/db/schema';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';
import { untilLocked } from '../../../support/server/untilLocked';

const server = await serverOfEachTest();
let admin: SignedIn;
let other: SignedIn;
beforeEach(async () => {
  [admin, other] = [await server.signIn('admin'), await server.signIn('admin')];
});

const NEW_ADMIN = { name: 'Ben', email: 'ben@example.com', password: 'correct horse', roles: ['admin'] };

it.each([
  ['a change of their own roles', () => other.patch(`/api/users/${other.user.id}`, { roles: ['admin'] })],
  ['a new admin', () => other.post('/api/users', NEW_ADMIN)],
  ['a password reset', () => other.post(`/api/users/${admin.user.id}/password`)],
])('%s by an admin whose demotion is committing is refused', async (_what, write) => {
  const { waiting } = await server.db.transaction(async (tx) => {
    await lockActiveAdmins(tx, admin.user.id, server.time.now);
    await tx
      .update(users)
      .set({ roles: ['rep'] })
      .where(eq(users.id, other.user.id));
    const response = write();
    await Promise.race([untilLocked(server.db), response]);
    return { waiting: response };
  });
  expect((await waiting).statusCode).toBe(403);
  expect((await admin.get('/api/auth/me')).statusCode).toBe(200);
  expect((await server.db.select().from(users)).filter(({ roles }) => roles.includes('admin'))).toHaveLength(1);
});
