import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/server/app';
import { hashPassword } from '../../../src/server/auth/passwords';
import { aUser, NOW } from '../../support/server/builders';
import { serverOfFile } from '../../support/server/serverOfFile';

const SENTINEL = 'sentinel-that-nobody-may-read';

const server = await serverOfFile();

describe('security 26: the log', () => {
  it('has one line per request: logins, refusals, role changes, exports, repeated keys, and nothing that was typed', async () => {
    const logTo = new PassThrough();
    const app = await buildApp({ db: server.db, config: server.config, clock: () => NOW, logTo });
    const passwordHash = await hashPassword(SENTINEL);
    const admin = await aUser(server.db, { email: 'ada@example.com', passwordHash, roles: ['admin'] });
    const login = { email: admin.email, password: SENTINEL };
    const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload: login });
    const cookie = `session=${signedIn.cookies[0]?.value}`;
    const item = { name: SENTINEL, price: 1 };
    await app.inject({ method: 'POST', url: '/api/auth/login', payload: { ...login, password: `${SENTINEL}!` } });
    await app.inject({ method: 'POST', url: '/api/items', payload: item, headers: { cookie } });
    await app.inject({ url: `/api/locations?q=${SENTINEL}`, headers: { cookie } });
    const again = { cookie, 'idempotency-key': 'key-00000001' };
    const promoted = { method: 'PATCH', url: `/api/users/${admin.id}`, payload: { roles: ['rep', 'admin'] } } as const;
    await app.inject({ ...promoted, headers: again });
    await app.inject({ ...promoted, headers: again });
    await app.inject({ url: '/api/exports/reps.csv', headers: { cookie } });
    await server.db.execute(sql`drop table items cascade`);
    const failed = await app.inject({ method: 'POST', url: '/api/items', payload: item, headers: { cookie } });
    await app.close();

    const text = String(logTo.read());
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const requests = lines
      .filter((line) => 'route' in line)
      .map(({ method, route, id, status, user, replay }) => [method, route, id, status, user, replay]);
    expect(requests).toEqual([
      ['POST', '/api/auth/login', null, 200, admin.id, false],
      ['POST', '/api/auth/login', null, 401, null, false],
      ['POST', '/api/items', null, 201, admin.id, false],
      ['GET', '/api/locations', null, 200, admin.id, false],
      ['PATCH', '/api/users/:id', admin.id, 200, admin.id, false],
      ['PATCH', '/api/users/:id', admin.id, 200, admin.id, true],
      ['GET', '/api/exports/reps.csv', null, 200, admin.id, false],
      ['POST', '/api/items', null, 500, admin.id, false],
    ]);
    const [right, wrong] = lines.filter((line) => line.route === '/api/auth/login');
    expect([right.ip, wrong.ip, wrong.account]).toEqual(['127.0.0.1', '127.0.0.1', right.account]);
    expect(right.account).toMatch(/^[\da-f]{16}$/);
    expect(lines.filter((line) => 'account' in line)).toHaveLength(2);
    expect(text).not.toContain(admin.email);
    expect(lines.filter((line) => line.level === 50)).toMatchObject([{ err: { type: 'query' } }]);
    const ofFailure = lines.filter((line) => line.reqId === failed.headers['x-request-id']);
    expect(ofFailure).toMatchObject([{ err: { type: 'query' } }, { route: '/api/items', status: 500 }]);
    expect(signedIn.headers).not.toHaveProperty('x-request-id');
    expect(text).not.toContain(SENTINEL);
    expect(text).not.toContain(signedIn.cookies[0]?.value);
  });
});
