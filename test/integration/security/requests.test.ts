import { describe, expect, it } from 'vitest';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const server = await serverOfEachTest();

const json = { 'content-type': 'application/json' };

/** A JSON body as these very bytes. */
async function postRaw(body: string, headers: Record<string, string> = json) {
  const admin = await server.signIn('admin');
  const sent = { ...headers, cookie: admin.cookie };
  return server.app.inject({ method: 'POST', url: '/api/items', headers: sent, payload: body });
}

describe('security 24: a body that is not plain JSON', () => {
  it.each([
    ['broken', '{"name": "Cola"', 'The body is not valid JSON.'],
    ['NaN', '{"name": "Cola", "price": NaN}', 'The body is not valid JSON.'],
    ['a duplicate key', '{"name": "Cola", "price": 1, "na\\u006de": "Fanta"}', 'The body gives "name" twice.'],
    ['__proto__', '{"name": "Cola", "__proto__": {"price": 1}}', 'The body may not have the field __proto__.'],
    ['NUL', '{"name": "Co\\u0000la", "price": 1}', 'A text may not contain the character NUL.'],
    ['deep', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'The body is nested too deeply.'],
    ['an array', '[]', 'Send the fields as a JSON object.'],
    ['empty', '', 'Send the fields as a JSON object.'],
    ['an unknown field', '{"name": "Cola", "price": 1, "owner": "me"}', 'Unknown field: owner.'],
    ['a very long field', `{"name": "Cola", "${'x'.repeat(1000)}": 1}`, `Unknown field: ${'x'.repeat(64)}….`],
    [
      'infinite',
      '{"name": "Cola", "price": 1e999}',
      'The price must be from 0 to 1,000,000, with at most two decimals',
    ],
  ])('%s is refused with 400 and the reason', async (_name, body, reason) => {
    const response = await postRaw(body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: reason });
  });

  it('of one long text of escapes is accepted', async () => {
    const response = await postRaw(`{"name": "${'\\"'.repeat(30_000)}", "price": 1}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toContain('"name" is too long');
  });

  it('with half an emoji is stored with the replacement character', async () => {
    const response = await postRaw('{"name": "Cola \\ud83d", "price": 1}');
    expect(response.statusCode).toBe(201);
    expect(response.json().name).toBe('Cola \uFFFD');
  });
});

describe('security 24: a malformed URL', () => {
  it.each(['/api/%zz', '/api/boxes/%00', '/api/boxes/%c0%af', '/api/locations?q=%00', '/api/locations?q=a&q=b'])(
    '%s is refused with 4xx, a sentence and the security headers',
    async (url) => {
      const rep = await server.signIn('rep');
      const response = await rep.get(url);
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
      expect(response.json()).toEqual({ error: expect.stringMatching(/\S/) });
      expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('below /api gets a 404 in JSON', async () => {
    const response = await server.anyone.get('/api/nothing', { accept: 'text/html' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: 'There is nothing at this address.' });
  });
});

describe('security 5: a body', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'])(
    'as %s is refused with 415',
    async (type) => {
      const response = await postRaw('{"name": "Cola", "price": 1}', { 'content-type': type });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toEqual({ error: 'Send the body as application/json.' });
    },
  );
});

describe('security 5: a write sent by a page of another site', () => {
  it.each([
    ['POST', '/api/items'],
    ['PATCH', '/api/users/some-id'],
    ['DELETE', '/api/writes/some-key'],
  ] as const)('by %s is refused with 403', async (method, url) => {
    const admin = await server.signIn('admin');
    const headers = { cookie: admin.cookie, 'sec-fetch-site': 'cross-site' };
    const response = await server.app.inject({ method, url, headers, payload: { active: true } });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ error: 'This came from another site.' });
  });
});
