import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { checkReady } from '../../../../src/server/readiness';
import { NOW } from '../../../support/server/builders';
import { serverOfFile } from '../../../support/server/serverOfFile';

const server = await serverOfFile();

describe('/api/health and /api/ready', () => {
  it.each(['/api/health', '/api/ready'])('%s responds to GET and HEAD, without a session', async (url) => {
    const response = await server.anyone.get(url);
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, now: NOW.toISOString() }]);
    const head = await server.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('ready is 503 while the tables lack migrations of the server', async () => {
    const { db } = server;
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
    const ready = await server.anyone.get('/api/ready');
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { error: 'The tables are older than this version of the server.' },
    ]);
    expect((await server.anyone.get('/api/ready')).statusCode).toBe(200);
  });

  it('ready is 503 while the database is read-only', async () => {
    const locked = server.db.transaction((tx) => checkReady(tx, server.config), { accessMode: 'read only' });
    await expect(locked).rejects.toMatchObject({ status: 503, message: 'The database takes no writes.' });
  });

  it('ready is 503 while the disk of an embedded database is full', async () => {
    // The file system of /proc has none.
    const config = { ...server.config, databaseUrl: null, dataDir: '/proc' };
    await expect(checkReady(server.db, config)).rejects.toMatchObject({
      status: 503,
      message: 'The disk is nearly full.',
    });
    await expect(checkReady(server.db, { ...config, databaseUrl: 'postgres://one' })).resolves.toBeUndefined();
  });

  it('ready is 503 while the server stops, and health is not', async () => {
    server.app.isStopping = true;
    const ready = await server.anyone.get('/api/ready');
    expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '1']);
    expect((await server.anyone.get('/api/health')).statusCode).toBe(200);
  });
});
