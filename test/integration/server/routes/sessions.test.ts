import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnSession } from '../../../../src/contract/sessions';
import { hashPassword } from '../../../../src/server/auth/passwords';
import { aUser, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const PASSWORD = 'correct horse';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const server = await serverOfEachTest();
const passwordHash = await hashPassword(PASSWORD);
let rep: SignedIn;

beforeEach(async () => {
  rep = await server.signIn(await aUser(server.db, { email: 'ada@example.com', passwordHash }));
});

const later = (ms: number) => {
  server.time.now = new Date(server.time.now.getTime() + ms);
};
const listed = async (who: SignedIn): Promise<OwnSession[]> => (await who.get('/api/auth/sessions')).json();
const isOver = async (who: SignedIn) => (await who.get('/api/items')).statusCode === 401;
const otherIdOf = async (who: SignedIn) => (await listed(who)).find(({ current }) => !current)?._id ?? '';

it('a sign-in that exceeds 50 sessions of its user ends the one that was not used for longest', async () => {
  const other = await server.signIn('rep');
  const devices: SignedIn[] = [];
  for (let device = 0; device < 60; device += 1) {
    later(MINUTE_MS);
    devices.push(await server.signIn(rep.user));
    // The first device stays in use.
    expect(await isOver(rep)).toBe(false);
  }
  expect((await listed(rep)).length).toBe(50);
  const ended = await Promise.all(devices.map(isOver));
  expect(ended).toEqual(devices.map((_, device) => device < 11));
  expect(await isOver(other)).toBe(false);
});

describe('GET /api/auth/sessions', () => {
  it('lists the user’s own sessions, this one first, with their origin and time of last use', async () => {
    later(5 * MINUTE_MS);
    const body = { email: 'ada@example.com', password: PASSWORD };
    await server.anyone.post('/api/auth/login', body, { 'user-agent': `Phone ${'x'.repeat(400)}` });
    await server.signIn('rep');
    const [own, phone, ...others] = await listed(rep);
    expect(own).toMatchObject({ current: true, userAgent: '', ip: '', createdAt: NOW.toISOString() });
    expect(own?.lastSeenAt).toBe(server.time.now.toISOString());
    expect(phone).toMatchObject({ current: false, ip: '127.0.0.1', createdAt: server.time.now.toISOString() });
    expect(phone?.userAgent).toMatch(/^Phone x{294}$/);
    expect(others).toEqual([]);
  });

  it('leaves out expired sessions, and returns no id that can be used as a cookie', async () => {
    await server.signIn(rep.user);
    later(6 * DAY_MS);
    await listed(rep);
    later(2 * DAY_MS);
    const sessions = await listed(rep);
    expect(sessions.map(({ current }) => current)).toEqual([true]);
    const stolen = await server.anyone.get('/api/items', { cookie: `session=${sessions[0]?._id}` });
    expect(stolen.statusCode).toBe(401);
  });
});

describe('DELETE /api/auth/sessions/:id', () => {
  it('ends that session and no other', async () => {
    const phone = await server.signIn(rep.user);
    expect((await rep.delete(`/api/auth/sessions/${await otherIdOf(rep)}`)).statusCode).toBe(204);
    expect([await isOver(phone), await isOver(rep)]).toEqual([true, false]);
  });

  it('does not end the session of another user', async () => {
    const other = await server.signIn('admin');
    const id = (await listed(other))[0]?._id;
    const response = await rep.delete(`/api/auth/sessions/${id}`);
    expect([response.statusCode, response.json()]).toEqual([404, { error: 'Session not found' }]);
    expect(await isOver(other)).toBe(false);
    expect((await rep.delete(`/api/auth/sessions/${'x'.repeat(65)}`)).statusCode).toBe(400);
  });
});

describe('DELETE /api/auth/sessions', () => {
  it('ends every session of the user, this one too, and nobody else’s', async () => {
    const phone = await server.signIn(rep.user);
    const other = await server.signIn('rep');
    const response = await rep.delete('/api/auth/sessions');
    expect(response.statusCode).toBe(204);
    expect([await isOver(phone), await isOver(rep), await isOver(other)]).toEqual([true, true, false]);
  });
});

describe('GET /api/users', () => {
  it('names the last sign-in of each user', async () => {
    const admin = await server.signIn(await aUser(server.db, { name: 'Ida Admin', roles: ['admin'] }));
    later(MINUTE_MS);
    await server.anyone.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD });
    const users: { _id: string; lastSignInAt: string | null }[] = (await admin.get('/api/users')).json();
    const times = new Map(users.map(({ _id, lastSignInAt }) => [_id, lastSignInAt]));
    expect(times.get(rep.user.id)).toBe(server.time.now.toISOString());
    expect(times.get(admin.user.id)).toBeNull();
  });
});
