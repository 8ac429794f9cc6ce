import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../../src/server/auth/passwords';
import { changePassword, completeSignIn } from '../../../../src/server/auth/signIn';
import { idempotencyKeys } from '../../../../src/server/db/idempotencySchema';
import { audit } from '../../../../src/server/db/auditSchema';
import { users } from '../../../../src/server/db/schema';
import { aUser } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const PASSWORD = 'correct horse';
const NEXT_PASSWORD = 'battery staple';
const MINUTE_MS = 60_000;

const server = await serverOfEachTest();
const passwordHash = await hashPassword(PASSWORD);
let rep: SignedIn;
let admin: SignedIn;

beforeEach(async () => {
  rep = await server.signIn(await aUser(server.db, { email: 'ada@example.com', passwordHash }));
  admin = await server.signIn('admin');
});

const login = (password: string) => server.anyone.post('/api/auth/login', { email: 'ada@example.com', password });
const change = (currentPassword: string, newPassword: string, who = rep) =>
  who.post('/api/auth/password', { currentPassword, newPassword });
const cookieOf = (response: { cookies: { value: string }[] }) => ({ cookie: `session=${response.cookies[0]?.value}` });
const later = (ms: number) => {
  server.time.now = new Date(server.time.now.getTime() + ms);
};

describe('POST /api/auth/password', () => {
  it('sets the new password, ends every session and begins a new one', async () => {
    const elsewhere = await server.signIn(rep.user);
    const response = await change(PASSWORD, NEXT_PASSWORD);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ user: { _id: rep.user.id } });
    expect((await rep.get('/api/auth/me')).statusCode).toBe(401);
    expect((await elsewhere.get('/api/auth/me')).statusCode).toBe(401);
    expect((await server.anyone.get('/api/auth/me', cookieOf(response))).statusCode).toBe(200);
    expect([(await login(PASSWORD)).statusCode, (await login(NEXT_PASSWORD)).statusCode]).toEqual([401, 200]);
  });

  it.each([
    [PASSWORD, 'short', 400, 'Use at least 8 characters'],
    [PASSWORD, 'Football1', 400, 'This password is too common. Choose another'],
    [PASSWORD, 'ada@example.com', 400, 'This password is the name or e-mail address of the account. Choose another'],
    [PASSWORD, PASSWORD, 400, 'Choose a password other than the current one.'],
    ['wrong horse', NEXT_PASSWORD, 403, 'The current password is wrong.'],
  ])('refuses %s to %s with %i', async (current, next, status, error) => {
    const response = await change(current, next);
    expect([response.statusCode, response.json()]).toEqual([status, { error }]);
    expect((await rep.get('/api/auth/me')).statusCode).toBe(200);
    expect((await login(PASSWORD)).statusCode).toBe(200);
  });

  it('begins no session for a user who was deactivated meanwhile, so that reactivation restores none', async () => {
    const [checked] = await server.db.select().from(users).where(eq(users.id, rep.user.id));
    if (!checked) throw new Error('The user is missing');
    await admin.patch(`/api/users/${checked.id}`, { active: false });
    const origin = { ip: '127.0.0.1', userAgent: '' };
    const changed = changePassword(server.db, checked, NEXT_PASSWORD, origin, server.time.now);
    await expect(changed).rejects.toMatchObject({ status: 403 });
    await admin.patch(`/api/users/${checked.id}`, { active: true });
    expect((await login(PASSWORD)).statusCode).toBe(200);
  });

  it('limits guesses of the current password as at sign-in', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await change(`wrong ${guess}`, NEXT_PASSWORD)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  });

  it('accepts a password in any Unicode composition', async () => {
    expect((await change(PASSWORD, 'cafe\u0301 au lait')).statusCode).toBe(200);
    expect((await login('caf\u00e9 au lait')).statusCode).toBe(200);
  });
});

describe('a one-time password', () => {
  const reset = async () => {
    const response = await admin.post(`/api/users/${rep.user.id}/password`, undefined, {
      'idempotency-key': 'key-00000001',
    });
    expect(response.statusCode).toBe(200);
    return response.json<{ oneTimePassword: string }>().oneTimePassword;
  };

  it('signs in once and must then be changed; the old password and all sessions end', async () => {
    const oneTime = await reset();
    expect(oneTime).toMatch(/^[\w-]{16}$/);
    expect((await rep.get('/api/auth/me')).statusCode).toBe(401);
    expect((await login(PASSWORD)).statusCode).toBe(401);
    const response = await login(oneTime);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({ mustChangePassword: true }),
    ]);
    const me = await server.anyone.get('/api/auth/me', cookieOf(response));
    expect(me.json().mustChangePassword).toBe(true);
    expect((await login(oneTime)).statusCode).toBe(401);
  });

  it('must be changed within 15 minutes, with the one-time password as the current one', async () => {
    const oneTime = await reset();
    const session = cookieOf(await login(oneTime));
    const body = { currentPassword: oneTime, newPassword: NEXT_PASSWORD };
    const changed = await server.anyone.post('/api/auth/password', body, session);
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      { user: expect.objectContaining({ _id: rep.user.id }), storesWrites: true },
    ]);
    later(16 * MINUTE_MS);
    expect((await server.anyone.get('/api/auth/me', cookieOf(changed))).statusCode).toBe(200);
    expect((await login(NEXT_PASSWORD)).json()).not.toHaveProperty('mustChangePassword');
  });

  it('ends its session after 15 minutes, and expires unused after a day', async () => {
    const session = cookieOf(await login(await reset()));
    later(16 * MINUTE_MS);
    expect((await server.anyone.get('/api/auth/me', session)).statusCode).toBe(401);
    const unused = await reset();
    later(25 * 60 * MINUTE_MS);
    expect((await login(unused)).statusCode).toBe(401);
  });

  it('signs in once of two simultaneous sign-ins', async () => {
    const oneTime = await reset();
    const statuses = (await Promise.all([login(oneTime), login(oneTime)])).map((response) => response.statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('signs in once of two sign-ins, also when the second was received first', async () => {
    await reset();
    const [checked] = await server.db.select().from(users).where(eq(users.id, rep.user.id));
    if (!checked) throw new Error('The user is missing');
    const receivedFirst = server.time.now;
    later(5_000);
    const origin = { ip: '127.0.0.1', userAgent: '' };
    expect(await completeSignIn(server.db, checked, origin, server.time.now)).toEqual(expect.any(String));
    expect(await completeSignIn(server.db, checked, origin, receivedFirst)).toBeNull();
  });

  it('is stored only as a hash, and adds an audit entry', async () => {
    const oneTime = await reset();
    const tables = [await server.db.select().from(users), await server.db.select().from(idempotencyKeys)];
    expect(JSON.stringify(tables)).not.toContain(oneTime);
    expect(await server.db.$count(idempotencyKeys)).toBe(0);
    const [entry] = await server.db.select().from(audit).where(eq(audit.entityId, rep.user.id));
    expect(entry).toMatchObject({
      action: 'resetPassword',
      userId: admin.user.id,
      entity: 'user',
      before: null,
      after: null,
    });
  });

  it('is refused for the own account, whose session would end before the password is read', async () => {
    const response = await admin.post(`/api/users/${admin.user.id}/password`);
    expect([response.statusCode, response.json()]).toEqual([
      409,
      { error: 'Change your own password on the page of your account.' },
    ]);
    expect((await admin.get('/api/auth/me')).statusCode).toBe(200);
  });

  it('is for admins, and only for users that exist', async () => {
    expect((await rep.post(`/api/users/${admin.user.id}/password`)).statusCode).toBe(403);
    expect((await admin.post('/api/users/nobody/password')).json()).toEqual({ error: 'User not found' });
  });
});
