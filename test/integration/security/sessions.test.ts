import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessions, users } from '../../../src/server/db/schema';
import { hashPassword } from '../../../src/server/auth/passwords';
import { pruneSessions } from '../../../src/server/auth/sessions';
import { aUser, NOW } from '../../support/server/builders';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const DAY_MS = 24 * 60 * 60 * 1000;
const PASSWORD = 'correct horse';

const server = await serverOfEachTest({ TRUST_PROXY: '1' });
const passwordHash = await hashPassword(PASSWORD);

const daysLater = (days: number) => {
  server.time.now = new Date(NOW.getTime() + days * DAY_MS);
};

async function signInByPassword(headers: Record<string, string> = {}) {
  const response = await server.anyone.post(
    '/api/auth/login',
    { email: 'ada@example.com', password: PASSWORD },
    headers,
  );
  const [cookie] = response.cookies;
  if (!cookie) throw new Error(`No cookie: ${response.body}`);
  return { response, cookie, header: { cookie: `${cookie.name}=${cookie.value}` } };
}

const meStatus = async (headers: Record<string, string>) =>
  (await server.anyone.get('/api/auth/me', headers)).statusCode;

/** Ada can sign in by password in the tests of a group. */
const withAda = () => beforeEach(() => aUser(server.db, { email: 'ada@example.com', passwordHash }));

describe('security 1: the session cookie', () => {
  withAda();

  it('is HttpOnly, SameSite=Lax, for the whole site, and holds 256 random bits', async () => {
    const { cookie } = await signInByPassword();
    expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('secure');
    expect(Buffer.from(cookie.value, 'base64url')).toHaveLength(32);
  });

  it('is Secure and bound to the host behind a trusted https proxy', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const { response, cookie, header } = await signInByPassword(https);
    expect(cookie).toMatchObject({ name: '__Host-session', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=\d+/);
    expect(await meStatus({ ...https, ...header })).toBe(200);
  });
});

describe('security 2: the session id', () => {
  withAda();

  it('is new at each login, and the one before is invalid', async () => {
    const first = await signInByPassword();
    const second = await signInByPassword(first.header);
    expect(second.cookie.value).not.toBe(first.cookie.value);
    expect(await meStatus(first.header)).toBe(401);
    expect(await meStatus(second.header)).toBe(200);
  });

  it('that an attacker set before the login does not become valid', async () => {
    const planted = { cookie: 'session=planted-by-somebody-else' };
    const { header } = await signInByPassword(planted);
    expect(header).not.toEqual(planted);
    expect(await meStatus(planted)).toBe(401);
  });
});

describe('security 3: a session', () => {
  withAda();

  it('is stored as a hash only', async () => {
    const { cookie } = await signInByPassword();
    const [row] = await server.db.select().from(sessions);
    expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(cookie.value);
  });

  it('ends at sign-out, also for a copy of the cookie', async () => {
    const rep = await server.signIn('rep');
    const response = await rep.post('/api/auth/logout');
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    expect((await rep.get('/api/auth/me')).statusCode).toBe(401);
  });

  it.each([
    ['sign-out', (rep: typeof server.anyone) => rep.post('/api/auth/logout')],
    ['the end of all sessions', (rep: typeof server.anyone) => rep.delete('/api/auth/sessions')],
  ])('ends at %s without a word on cookies, which a sign-in may have set meanwhile', async (_what, end) => {
    const response = await end(await server.signIn('rep'));
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([204, undefined]);
  });

  it('ends at sign-out sent with a JSON content type and no body', async () => {
    const rep = await server.signIn('rep');
    const response = await rep.post('/api/auth/logout', undefined, { 'content-type': 'application/json' });
    expect(response.statusCode).toBe(204);
    expect((await rep.get('/api/auth/me')).statusCode).toBe(401);
  });

  it('ends after seven days without use', async () => {
    const rep = await server.signIn('rep');
    daysLater(6);
    expect(await meStatus({ cookie: rep.cookie })).toBe(200);
    daysLater(12.9);
    expect(await meStatus({ cookie: rep.cookie })).toBe(200);
    daysLater(20);
    expect(await meStatus({ cookie: rep.cookie })).toBe(401);
  });

  it('ends after thirty days whatever the use', async () => {
    const rep = await server.signIn('rep');
    for (let day = 5; day < 30; day += 5) {
      daysLater(day);
      expect(await meStatus({ cookie: rep.cookie })).toBe(200);
    }
    daysLater(30);
    expect(await meStatus({ cookie: rep.cookie })).toBe(401);
  });

  it('that has expired is removed from the table', async () => {
    await server.signIn('rep');
    await pruneSessions(server.db, new Date(NOW.getTime() + 8 * DAY_MS));
    expect(await server.db.$count(sessions)).toBe(0);
  });
});

describe('security 4: a session', () => {
  const deactivated = { error: 'This account is deactivated.' };

  it('gets 403 on every call as soon as its user is inactive, and is never valid again', async () => {
    const admin = await server.signIn('admin');
    const rep = await server.signIn('rep');
    await admin.patch(`/api/users/${rep.user.id}`, { active: false });
    for (const url of ['/api/auth/me', '/api/items', '/api/users']) {
      const response = await rep.get(url);
      expect([response.statusCode, response.json()]).toEqual([403, deactivated]);
    }
    const write = await rep.post('/api/visits', { location: 'x' }, { 'idempotency-key': 'key-00000001' });
    expect([write.statusCode, write.json()]).toEqual([403, deactivated]);
    await admin.patch(`/api/users/${rep.user.id}`, { active: true });
    expect((await rep.get('/api/auth/me')).statusCode).toBe(401);
    await admin.patch(`/api/users/${rep.user.id}`, { active: false });
    expect((await rep.get('/api/auth/me')).statusCode).toBe(403);
  });

  it('of an inactive user can be signed out, and another user can sign in over it', async () => {
    const other = await aUser(server.db, { email: 'ada@example.com', passwordHash });
    const rep = await server.signIn('rep');
    await server.db.update(users).set({ active: false }).where(eq(users.id, rep.user.id));
    const signedIn = await rep.post('/api/auth/login', { email: other.email, password: PASSWORD });
    expect(signedIn.statusCode).toBe(200);
    expect((await rep.get('/api/auth/me')).statusCode).toBe(401);
    const again = await server.signIn(rep.user);
    expect((await again.get('/api/auth/me')).statusCode).toBe(403);
    expect((await again.post('/api/auth/logout')).statusCode).toBe(204);
    expect((await again.get('/api/auth/me')).statusCode).toBe(401);
  });

  it('of an inactive user expires like any other, and then no longer reports the deactivation', async () => {
    const rep = await server.signIn('rep');
    await server.db.update(users).set({ active: false }).where(eq(users.id, rep.user.id));
    daysLater(6.9);
    expect(await meStatus({ cookie: rep.cookie })).toBe(403);
    daysLater(7.1);
    expect(await meStatus({ cookie: rep.cookie })).toBe(401);
  });

  it('has the current roles of its user', async () => {
    const admin = await server.signIn('admin');
    await server.db
      .update(users)
      .set({ roles: ['rep'] })
      .where(eq(users.id, admin.user.id));
    expect((await admin.get('/api/users')).statusCode).toBe(403);
  });
});

describe('security 11: a session', () => {
  it('cannot send another user’s change', async () => {
    const admin = await server.signIn('admin');
    const item = { name: 'Cola', price: 1 };
    const other = await admin.post('/api/items', item, { 'captured-by': 'somebody-else' });
    expect(other.statusCode).toBe(401);
    expect(other.json()).toEqual({ error: 'This change belongs to another user.' });
    expect((await admin.post('/api/items', item, { 'captured-by': admin.user.id })).statusCode).toBe(201);
  });
});
