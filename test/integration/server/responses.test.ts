import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls } from '../../../src/contract/calls';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { buildApp } from '../../../src/server/app';
import { readConfig } from '../../../src/server/config';
import * as schema from '../../../src/server/db/schema';
import { NOW } from '../../support/server/builders';
import { startTestServer } from '../../support/server/harness';
import { serverOfFile } from '../../support/server/serverOfFile';

const server = await serverOfFile();

describe('every response of /api, refusals included,', () => {
  it.each(Object.entries(calls))('%s carries the security headers and is not cached', async (_name, call: Call) => {
    const url = `${API_BASE_PATH}${call.path.replace(':id', 'unknown')}`;
    for (const caller of [server.anyone, await server.signIn('admin')]) {
      const response = await caller.send(call.method, url, call.method === 'GET' ? undefined : {});
      expect(response.headers).toMatchObject({
        'content-security-policy':
          "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
          "manifest-src 'self';worker-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none';" +
          "require-trusted-types-for 'script';trusted-types service-worker",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(response.headers).not.toHaveProperty('strict-transport-security');
    }
  });
});

describe('a fault of the server', () => {
  it('is a 500 whose message shows nothing of the cause', async () => {
    const broken = await startTestServer();
    const admin = await broken.signIn('admin');
    await broken.db.execute(sql`drop table items cascade`);
    for (const response of [
      await admin.get('/api/items'),
      await admin.post('/api/items', { name: 'Cola', price: 1 }),
    ]) {
      expect(response.statusCode).toBe(500);
      expect(response.json()).toEqual({
        error: `Something went wrong on the server. Request id: ${String(response.headers['x-request-id'])}`,
      });
    }
    await broken.close();
  });
});

describe('a database that cannot be reached', () => {
  it('is a 503 with Retry-After for a signed-in user, for the health call and for a write', async () => {
    const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' });
    const app = await buildApp({ db: drizzle(pool, { schema }), config: server.config, clock: () => NOW });
    const requests = [
      { url: '/api/health' },
      { url: '/api/items', headers: { cookie: 'session=x' } },
      { method: 'POST', url: '/api/auth/login', payload: { email: 'ada@example.com', password: 'x' } },
    ] as const;
    for (const request of requests) {
      const response = await app.inject(request);
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('1');
      expect(response.json()).toEqual({ error: 'The server is busy. Try again.' });
    }
    await app.close();
    await pool.end();
  });
});

describe('X-Forwarded-Proto', () => {
  it('of a proxy that is not trusted has no effect', async () => {
    const response = await server.anyone.get('/api/health', { 'x-forwarded-proto': 'https' });
    expect(response.headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('the files of the app', () => {
  const clientDir = mkdtempSync(join(tmpdir(), 'field-sales-client-'));
  let app: Awaited<ReturnType<typeof buildApp>>;

  beforeAll(async () => {
    mkdirSync(join(clientDir, 'assets'));
    writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>Field Sales</title>');
    writeFileSync(join(clientDir, 'sw.js'), 'self.skipWaiting;');
    writeFileSync(join(clientDir, '.secret'), 'secret');
    writeFileSync(join(clientDir, 'assets/app-1a2b.js'), 'console.log(1)');
    writeFileSync(join(clientDir, 'assets/app-1a2b.js.br'), 'compressed');
    const config = { ...readConfig({}), clientDir };
    app = await buildApp({ db: server.db, config, clock: () => NOW });
  });
  afterAll(async () => {
    await app.close();
    rmSync(clientDir, { recursive: true });
  });

  const page = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });

  it.each(['/', '/login', '/deliveries/visit/42?done=delivery'])(
    'serve the page at %s, revalidated each time',
    async (url) => {
      const response = await page(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('<title>Field Sales</title>');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['content-security-policy']).toContain("script-src 'self'");
    },
  );

  it('are cached for a year when their name changes with their content, and are sent compressed', async () => {
    const response = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } });
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
    });
    expect((await app.inject('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/assets/gone-1a2b.js',
    '/.secret',
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
  ])('do not include %s', async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.headers['cache-control'] ?? '').not.toContain('immutable');
  });

  it('are not served for a missing asset or an unknown call', async () => {
    expect((await page('/assets/gone-1a2b.js')).statusCode).toBe(404);
    expect((await page('/api/unknown')).json()).toEqual({ error: 'There is nothing at this address.' });
  });
});
