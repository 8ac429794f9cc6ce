import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { audit } from '../../../../src/server/db/auditSchema';
import { items, locations, users } from '../../../../src/server/db/schema';
import { DEMO_ACCOUNTS } from '../../../../src/server/demo/demoAccounts';
import { seedDemo } from '../../../../src/server/demo/seedDemo';
import { closeDemoAccounts, demoAccountsOf, listDemoAccounts } from '../../../../src/server/demo/demoData';
import { hashPassword } from '../../../../src/server/auth/passwords';
import { anItem, aUser, NOW } from '../../../support/server/builders';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();

it('the demo data is not inserted into a database that holds imported items only', async () => {
  await anItem(server.db);
  expect(await demoAccountsOf(server.db, { ...server.config, databaseUrl: null }, NOW)).toEqual([]);
  const counts = [items, locations, users].map((table) => server.db.$count(table));
  expect(await Promise.all(counts)).toEqual([1, 0, 0]);
});

it('the demo accounts can be deactivated: they and their sessions end, and no others', async () => {
  const [known] = DEMO_ACCOUNTS;
  await seedDemo(server.db, NOW);
  const password = known?.password ?? '';
  const signedIn = await server.anyone.post('/api/auth/login', { email: known?.email, password });
  const cookie = `session=${signedIn.cookies[0]?.value}`;
  const other = await server.signIn('rep');
  const closed = await closeDemoAccounts(server.db, NOW);
  expect(closed.map(({ email }) => email)).toContain(known?.email);
  const { user } = signedIn.json();
  const entries = await server.db.select().from(audit).where(eq(audit.action, 'update'));
  expect(entries).toHaveLength(closed.length);
  const deactivation = { before: { active: true }, after: { active: false } };
  expect(entries).toContainEqual(
    expect.objectContaining({ userId: user._id, entity: 'user', entityId: user._id, ...deactivation }),
  );
  expect((await server.anyone.get('/api/items', { cookie })).statusCode).toBe(403);
  expect((await other.get('/api/items')).statusCode).toBe(200);
  await server.db.update(users).set({ active: true });
  expect((await server.anyone.get('/api/items', { cookie })).statusCode).toBe(401);
});

it('the demo accounts are deactivated without the account of a user who has another password', async () => {
  const passwordHash = await hashPassword('correct horse');
  await aUser(server.db, { email: 'admin@example.com', passwordHash });
  expect(await closeDemoAccounts(server.db, NOW)).toEqual([]);
  const response = await server.anyone.post('/api/auth/login', {
    email: 'admin@example.com',
    password: 'correct horse',
  });
  expect(response.statusCode).toBe(200);
});

it('lists on the sign-in page the accounts that can sign in, each with its password', async () => {
  const listed = async () => (await server.anyone.get('/api/demo-accounts')).json();
  expect(await listed()).toEqual([]);
  const works = await seedDemo(server.db, NOW);
  expect(await listed()).toEqual(works.map(({ name, email, password, roles }) => ({ name, email, password, roles })));
  for (const { email, password } of await listed()) {
    expect((await server.anyone.post('/api/auth/login', { email, password })).statusCode).toBe(200);
  }
});

it('lists neither a deactivated account nor one with another password', async () => {
  const [first, second, ...others] = await seedDemo(server.db, NOW);
  const change = (email = '', to: Partial<typeof users.$inferInsert>) =>
    server.db.update(users).set(to).where(eq(users.email, email));
  await server.anyone.get('/api/demo-accounts');
  await change(first?.email, { active: false });
  await change(second?.email, { passwordHash: await hashPassword('correct horse') });
  const listed = (await server.anyone.get('/api/demo-accounts')).json();
  expect(listed.map(({ email }: { email: string }) => email)).toEqual(others.map(({ email }) => email));
});

it('lists no account in production or over a PostgreSQL database', async () => {
  await seedDemo(server.db, NOW);
  const listed = (more: object) => listDemoAccounts(server.db, { production: false, databaseUrl: null, ...more });
  expect(await listed({})).not.toEqual([]);
  expect(await listed({ production: true })).toEqual([]);
  expect(await listed({ databaseUrl: 'postgres://localhost/sales' })).toEqual([]);
});
