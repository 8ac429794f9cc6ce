import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../support/server/serverOfFile';

const server = await serverOfFile();
const host = 'sales.example.com';

describe('security 5: a page of another origin', () => {
  it.each<[Record<string, string>, number]>([
    [{}, 204],
    [{ 'sec-fetch-site': 'same-origin', origin: `https://${host}` }, 204],
    [{ 'sec-fetch-site': 'none' }, 204],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://shop.example.com' }, 403],
    [{ origin: `https://${host}` }, 204],
    [{ origin: 'https://shop.example.com' }, 403],
    [{ origin: 'null' }, 403],
  ])('with %j that signs out gets %i', async (headers, status) => {
    const rep = await server.signIn('rep');
    const response = await rep.post('/api/auth/logout', undefined, { host, ...headers });
    expect(response.statusCode).toBe(status);
    expect((await rep.get('/api/auth/me')).statusCode).toBe(status === 403 ? 200 : 401);
  });
});

describe('security 20: a path with escapes', () => {
  it.each(['/api/items', '/%61pi/items', '/ap%69/items', '/%61pi/nothing', '/api/%zz'])(
    '%s is not cached',
    async (url) => {
      const rep = await server.signIn('rep');
      expect((await rep.get(url)).headers['cache-control']).toBe('no-store');
    },
  );
});
