import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../../../src/server/db/auditSchema';
import { users } from '../../../../src/server/db/schema';
import { aUser, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let admin: SignedIn;
beforeEach(async () => {
  admin = await server.signIn('admin');
});

const HOUR_MS = 60 * 60 * 1000;
const BEN = { name: 'Ben', email: 'Ben@Example.com', password: 'correct horse', roles: ['rep'] };

describe('POST /api/users', () => {
  it('creates a user who can sign in, and never returns the password', async () => {
    const response = await admin.post('/api/users', BEN);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      _id: expect.any(String),
      name: 'Ben',
      email: 'ben@example.com',
      roles: ['rep'],
      active: true,
    });
    const { email, password } = BEN;
    expect((await server.anyone.post('/api/auth/login', { email, password })).statusCode).toBe(200);
    expect((await admin.get('/api/users')).body).not.toMatch(/argon2|password/i);
  });

  it('refuses an e-mail address that is taken, ignoring case', async () => {
    await admin.post('/api/users', BEN);
    const response = await admin.post('/api/users', { ...BEN, email: 'BEN@example.com' });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({ error: 'A user with this email already exists.' });
  });

  it.each([
    [{ roles: [] }, 'A user must have at least one role (rep or admin).'],
    [{ roles: ['boss'] }, 'roles 1" must be one of: rep, admin'],
    [{ email: 'nowhere' }, 'Enter an email address such as name@company.com'],
    [{ password: 'short' }, 'Use at least 8 characters'],
    [{ password: 'Password123' }, 'This password is too common. Choose another'],
    [{ name: '   ' }, 'Enter a name'],
    [{ name: undefined }, '"name" must be of type string.'],
    [{ active: 'yes' }, '"active" must be of type boolean.'],
  ])('refuses %o with 400 and the reason', async (wrong, reason) => {
    const response = await admin.post('/api/users', { ...BEN, ...wrong });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toContain(reason);
    expect(await server.db.$count(users)).toBe(1);
  });
});

describe('PATCH /api/users/{id}', () => {
  it('changes roles or the active flag and adds an audit row', async () => {
    const ada = await aUser(server.db);
    const response = await admin.patch(`/api/users/${ada.id}`, { roles: ['rep', 'admin'] });
    expect(response.json()).toMatchObject({ _id: ada.id, roles: ['rep', 'admin'], active: true });
    await admin.patch(`/api/users/${ada.id}`, { active: false });
    const rows = await server.db.select().from(audit).where(eq(audit.entityId, ada.id));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ userId: admin.user.id, at: NOW, before: { roles: ['rep'] } });
  });

  it('changes name and e-mail address, and refuses the address of another user', async () => {
    const ada = await aUser(server.db, { email: 'ada@example.com' });
    await aUser(server.db, { email: 'ben@example.com' });
    const patch = (body: object) => admin.patch(`/api/users/${ada.id}`, body);
    expect((await patch({ name: ' Ada King ', email: ' Ada.King@Example.com ' })).json()).toEqual({
      ...{ _id: ada.id, name: 'Ada King', email: 'ada.king@example.com', roles: ada.roles, active: true },
    });
    const taken = await patch({ email: 'BEN@example.com' });
    expect([taken.statusCode, taken.json()]).toEqual([409, { error: 'A user with this email already exists.' }]);
    expect((await patch({ email: 'nobody' })).statusCode).toBe(400);
    expect((await patch({ name: '  ' })).statusCode).toBe(400);
    const rows = await server.db.select().from(audit).where(eq(audit.entityId, ada.id));
    expect(rows.map(({ after }) => after)).toEqual([expect.objectContaining({ name: 'Ada King' })]);
  });

  it.each([{ active: false }, { roles: ['rep'] }])('refuses %o for the last active admin', async (body) => {
    await aUser(server.db, { roles: ['admin'], active: false });
    const response = await admin.patch(`/api/users/${admin.user.id}`, body);
    expect(response.statusCode).toBe(409);
    expect(response.json().error).toContain('last active admin');
  });

  it('refuses it too if the other admin did not use a one-time password in time', async () => {
    const other = await server.signIn('admin');
    expect((await admin.post(`/api/users/${other.user.id}/password`)).statusCode).toBe(200);
    const demote = () => admin.patch(`/api/users/${admin.user.id}`, { roles: ['rep'] });
    server.time.now = new Date(server.time.now.getTime() + 25 * HOUR_MS);
    expect((await demote()).statusCode).toBe(409);
    expect((await admin.post(`/api/users/${other.user.id}/password`)).statusCode).toBe(200);
    expect((await demote()).statusCode).toBe(200);
  });

  it('refuses it too for an admin who has signed in with a one-time password', async () => {
    await server.db
      .update(users)
      .set({ passwordExpiresAt: new Date(0) })
      .where(eq(users.id, admin.user.id));
    expect((await admin.patch(`/api/users/${admin.user.id}`, { roles: ['rep'] })).statusCode).toBe(409);
    await server.signIn('admin');
    expect((await admin.patch(`/api/users/${admin.user.id}`, { roles: ['rep'] })).statusCode).toBe(200);
  });

  it('keeps one admin when all demote each other at the same moment', async () => {
    const admins = [admin, await server.signIn('admin'), await server.signIn('admin')];
    const next = (index: number) => admins[(index + 1) % admins.length] ?? admin;
    await Promise.all(admins.map((one, i) => one.patch(`/api/users/${next(i).user.id}`, { roles: ['rep'] })));
    const left = (await server.db.select().from(users)).filter((user) => user.roles.includes('admin') && user.active);
    expect(left.length).toBeGreaterThanOrEqual(1);
  });

  it('that changes nothing adds no audit row', async () => {
    const { name, roles } = admin.user;
    expect((await admin.patch(`/api/users/${admin.user.id}`, { name, roles })).statusCode).toBe(200);
    expect(await server.db.$count(audit)).toBe(0);
  });

  it('refuses an unknown user with 404 and an empty body with 400', async () => {
    expect((await admin.patch('/api/users/unknown', { active: true })).json()).toEqual({ error: 'User not found' });
    expect((await admin.patch(`/api/users/${admin.user.id}`, {})).json()).toEqual({
      error: 'Give a field to change',
    });
  });
});
