import { describe, expect, it } from 'vitest';
import { NOW } from '../../../support/server/builders';
import { serverOfFile } from '../../../support/server/serverOfFile';

const server = await serverOfFile();

describe('/api/health and /api/ready', () => {
  it.each(['/api/health', '/api/ready'])('%s responds to GET and HEAD, to anybody', async (url) => {
    const response = await server.anyone.get(url);
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, now: NOW.toISOString() }]);
    const head = await server.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('ready is refused with 503 once the server stops, and health is not', async () => {
    server.app.isStopping = true;
    const ready = await server.anyone.get('/api/ready');
    expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '1']);
    expect((await server.anyone.get('/api/health')).statusCode).toBe(200);
  });
});
