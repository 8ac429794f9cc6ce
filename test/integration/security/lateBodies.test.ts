import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { tokenHashOf } from '../../../src/server/auth/sessions';
import { deliveries, items, sessions, users } from '../../../src/server/db/schema';
import { aStockedLocation, deliveryBody } from '../../support/server/aStockedLocation';
import type { SignedIn } from '../../support/server/harness';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const POLL_MS = 10;
const MINUTE_MS = 60_000;

const server = await serverOfEachTest();
const url = await server.listen();
let admin: SignedIn;
let other: SignedIn;
let rep: SignedIn;
beforeEach(async () => {
  [admin, other, rep] = [await server.signIn('admin'), await server.signIn('admin'), await server.signIn('rep')];
});

/** Waits until the server has read the session of a request that it is receiving, which it records as its last use. */
async function untilAdmitted({ cookie }: SignedIn): Promise<void> {
  const isSession = eq(sessions.tokenHash, tokenHashOf(cookie.replace('session=', '')));
  for (;;) {
    const [session] = await server.db.select().from(sessions).where(isSession);
    if (session?.lastSeenAt.getTime() === server.time.now.getTime()) return;
    await sleep(POLL_MS);
  }
}

/** Sends a write whose body ends only after `meanwhile`. Returns the status line, headers and body of the response. */
async function sendAround(
  who: SignedIn,
  [method, path]: [string, string],
  body: object,
  meanwhile: () => Promise<{ statusCode: number }>,
  headers = '',
): Promise<string> {
  const { hostname, port } = new URL(url);
  const text = JSON.stringify(body);
  server.time.now = new Date(server.time.now.getTime() + 2 * MINUTE_MS);
  const socket = connect(Number(port), hostname);
  const head = `${method} /api${path} HTTP/1.1\r\nHost: x\r\nCookie: ${who.cookie}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}${headers}Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text.slice(0, 1)}`);
  await untilAdmitted(who);
  expect((await meanwhile()).statusCode).toBeLessThan(300);
  socket.write(text.slice(1));
  let received = '';
  for await (const part of socket) received += String(part);
  return received;
}

const HEADERS = [
  ['without a key', ''],
  ['with a key', 'Idempotency-Key: key-00000001\r\n'],
] as const;
const rolesOf = async ({ user }: SignedIn) => {
  const [row] = await server.db.select().from(users).where(eq(users.id, user.id));
  return row?.roles;
};

describe('security 4: a write whose body arrives after', () => {
  it.each(HEADERS)('the demotion of its admin is refused %s, and restores no role', async (_what, headers) => {
    const self = `/users/${other.user.id}`;
    const demote = () => admin.patch(`/api${self}`, { roles: ['rep'] });
    const response = await sendAround(other, ['PATCH', self], { roles: ['admin'] }, demote, headers);
    expect(response).toMatch(/^HTTP\/1.1 403 .*"error":"You are not allowed to do that\."/s);
    expect(await rolesOf(other)).toEqual(['rep']);
  });

  it('the deactivation of its admin is refused, and does not activate them again', async () => {
    const self = `/users/${other.user.id}`;
    const deactivate = () => admin.patch(`/api${self}`, { active: false });
    expect(await sendAround(other, ['PATCH', self], { active: true }, deactivate)).toMatch(/^HTTP\/1.1 403 /);
    expect((await other.get('/api/auth/me')).statusCode).toBe(403);
  });

  it('the demotion of its admin resets no password', async () => {
    const demote = () => admin.patch(`/api/users/${other.user.id}`, { roles: ['rep'] });
    const reset: [string, string] = ['POST', `/users/${admin.user.id}/password`];
    expect(await sendAround(other, reset, {}, demote)).toMatch(/^HTTP\/1.1 403 /);
    expect((await admin.get('/api/auth/me')).statusCode).toBe(200);
  });

  it.each(HEADERS)('the deactivation of its rep is refused %s, and records nothing', async (_what, headers) => {
    const store = await aStockedLocation(server.db);
    const deactivate = () => admin.patch(`/api/users/${rep.user.id}`, { active: false });
    const response = await sendAround(rep, ['POST', '/deliveries'], deliveryBody(store, 0), deactivate, headers);
    expect(response).toMatch(/^HTTP\/1.1 403 .*"error":/s);
    expect(response.split('\r\n\r\n')[1]).toBe((await rep.get('/api/deliveries')).body);
    expect(await server.db.$count(deliveries)).toBe(0);
  });

  it.each([
    ['signing out everywhere', () => admin.delete('/api/auth/sessions')],
    ['signing out', () => admin.post('/api/auth/logout')],
    ['a password reset', () => other.post(`/api/users/${admin.user.id}/password`)],
  ])('%s is refused', async (_what, end) => {
    const response = await sendAround(admin, ['POST', '/items'], { name: 'Cola', price: 1 }, end);
    expect(response).toMatch(/^HTTP\/1.1 401 .*"error":"Please sign in\."/s);
    expect(await server.db.$count(items)).toBe(0);
  });

  it('a change of its user that leaves the access takes effect', async () => {
    const rename = () => admin.patch(`/api/users/${other.user.id}`, { name: 'Ann' });
    expect(await sendAround(other, ['POST', '/items'], { name: 'Cola', price: 1 }, rename)).toMatch(/^HTTP\/1.1 201 /);
  });
});
