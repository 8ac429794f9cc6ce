import { setTimeout } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { audit } from '../../../../src/server/db/auditSchema';
import { sessions, users } from '../../../../src/server/db/schema';
import { hashPassword, needsRehash } from '../../../../src/server/auth/passwords';
import { aUser } from '../../../support/server/builders';
import { startTestServer } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const PASSWORD = 'correct horse';

const server = await serverOfEachTest();
const passwordHash = await hashPassword(PASSWORD);

const login = (email: string, password: string) => server.anyone.post('/api/auth/login', { email, password });

describe('GET /api/auth/me', () => {
  it('returns the signed-in user, without a password', async () => {
    const rep = await server.signIn('rep');
    const response = await rep.get('/api/auth/me');
    expect(response.statusCode).toBe(200);
    const { id, name, email } = rep.user;
    expect(response.json()).toEqual({
      user: { _id: id, name, email, roles: ['rep'], active: true },
      storesWrites: true,
    });
  });

  it('names nobody for a visitor, and refuses an expired session with 401 and a message', async () => {
    const visitor = await server.anyone.get('/api/auth/me');
    expect([visitor.statusCode, visitor.json()]).toEqual([200, { user: null }]);
    const response = await server.anyone.get('/api/auth/me', { cookie: 'session=over' });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ error: 'Please sign in.' });
  });
});

describe('POST /api/auth/login', () => {
  it('signs in by e-mail, in upper or lower case, and password', async () => {
    const ada = await aUser(server.db, { email: 'ada@example.com', passwordHash });
    const response = await login(' ADA@Example.com ', PASSWORD);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      user: { _id: ada.id, name: ada.name, email: 'ada@example.com', roles: ['rep'], active: true },
      storesWrites: true,
    });
  });

  it('says the same for an unknown address, a wrong password and an inactive user', async () => {
    await aUser(server.db, { email: 'ada@example.com', passwordHash });
    await aUser(server.db, { email: 'gone@example.com', passwordHash, active: false });
    const responses = [
      await login('nobody@example.com', PASSWORD),
      await login('ada@example.com', 'wrong horse'),
      await login('gone@example.com', PASSWORD),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ error: 'Email or password is wrong.' });
      expect(response.cookies).toEqual([]);
    }
  });

  it('begins no session for a user who is deactivated meanwhile, so that reactivation restores none', async () => {
    const admin = await server.signIn('admin');
    // Takes long enough to check that the deactivation comes between.
    const slow = await hash(PASSWORD, { memoryCost: 262_144, timeCost: 4, parallelism: 1 });
    const ada = await aUser(server.db, { email: 'ada@example.com', passwordHash: slow });
    const signingIn = login('ada@example.com', PASSWORD);
    await setTimeout(250);
    await admin.patch(`/api/users/${ada.id}`, { active: false });
    expect((await signingIn).statusCode).toBe(401);
    expect(await server.db.$count(sessions, eq(sessions.userId, ada.id))).toBe(0);
  });

  it('replaces a hash of lower cost than today’s', async () => {
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const ada = await aUser(server.db, { email: 'ada@example.com', passwordHash: weak });
    expect(needsRehash(weak)).toBe(true);
    expect((await login('ada@example.com', PASSWORD)).statusCode).toBe(200);
    const [after] = await server.db.select().from(users).where(eq(users.id, ada.id));
    expect(after?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login('ada@example.com', PASSWORD)).statusCode).toBe(200);
  });
});

describe('POST /api/auth/register', () => {
  const registration = { name: 'Ben', email: 'ben@example.com', password: PASSWORD };

  it('is off unless it was switched on', async () => {
    const response = await server.anyone.post('/api/auth/register', registration);
    expect(response.statusCode).toBe(403);
    expect(await server.db.$count(users)).toBe(0);
  });

  it('creates an inactive rep who cannot sign in yet', async () => {
    const open = await startTestServer({ REGISTRATION: 'on' });
    try {
      const response = await open.anyone.post('/api/auth/register', registration);
      expect(response.statusCode).toBe(201);
      const { user } = response.json();
      const [entry] = await open.db.select().from(audit);
      const about = { userId: user._id, action: 'create', entity: 'user', entityId: user._id };
      expect(entry).toMatchObject({ ...about, before: null, after: { active: false } });
      expect(response.json().user).toMatchObject({ email: 'ben@example.com', roles: ['rep'], active: false });
      const tried = await open.anyone.post('/api/auth/login', { email: 'ben@example.com', password: PASSWORD });
      expect(tried.statusCode).toBe(401);
    } finally {
      await open.close();
    }
  });

  it('is throttled by IP address, also for taken e-mail addresses, without blocking sign-ins from there', async () => {
    const open = await startTestServer({ REGISTRATION: 'on' });
    try {
      const register = async (index: number) => {
        const email = index % 2 === 0 ? 'ben@example.com' : `ben${index}@example.com`;
        return (await open.anyone.post('/api/auth/register', { ...registration, email })).statusCode;
      };
      for (let index = 0; index < 10; index += 1) expect([201, 409]).toContain(await register(index));
      expect(await register(11)).toBe(429);
      await aUser(open.db, { email: 'ada@example.com', passwordHash });
      const colleague = await open.anyone.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD });
      expect(colleague.statusCode).toBe(200);
      open.time.now = new Date(open.time.now.getTime() + 15 * 60_000);
      expect(await register(11)).toBe(201);
    } finally {
      await open.close();
    }
  });
});
