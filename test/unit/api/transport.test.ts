// @vitest-environment node
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTransport, type HttpResponse } from '../../../src/api/client/transport';

/** What stands between the app and its server, by path. */
const faults: Record<string, RequestListener> = {
  '/api/json': (_, res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"_id":"x"}'),
  '/api/empty': (_, res) => res.writeHead(204).end(),
  '/api/csv': (_, res) => res.writeHead(200, { 'Content-Type': 'text/csv' }).end('A,B\r\n'),
  '/api/octets': (_, res) => res.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end('A,B\r\n'),
  '/api/portal': (_, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in to Wi-Fi</h1>'),
  '/api/redirect': (_, res) => res.writeHead(302, { Location: '/api/json' }).end(),
  '/api/half': (_, res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"_id":'),
  '/api/cut': (_, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    res.write('{"_id":', () => res.socket?.destroy());
  },
  '/api/drop': (req) => void req.socket.destroy(),
  '/api/hang': () => undefined,
  '/api/refusal': (_, res) => res.writeHead(422, { 'Content-Type': 'application/json' }).end('{"error":"No such box"}'),
  '/api/recordedBefore': (_, res) =>
    res
      .writeHead(422, { 'Content-Type': 'application/json' })
      .end('{"error":"Another change","earlier":{"status":201,"response":{"_id":"d1"}}}'),
  '/api/prices': (_, res) => {
    const headers = { 'Content-Type': 'application/json', Date: 'Mon, 02 Mar 2026 09:00:00 GMT' };
    res.writeHead(200, { ...headers, 'Prices-As-Of': '2026-03-01T08:00:00.500Z' }).end('[]');
  },
  '/api/dated': (_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json', Date: 'Mon, 02 Mar 2026 09:00:00 GMT' }).end('[]'),
  '/api/undated': (_, res) => {
    res.sendDate = false;
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  },
  '/api/gateway': (_, res) => res.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  '/api/busy': (_, res) => res.writeHead(429, { 'Retry-After': '7' }).end(),
  '/api/nextYear': (_, res) => res.writeHead(503, { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }).end(),
  '/api/untilDate': (_, res) => {
    const headers = { Date: 'Mon, 02 Mar 2026 09:00:00 GMT', 'Retry-After': 'Mon, 02 Mar 2026 09:00:30 GMT' };
    res.writeHead(503, headers).end();
  },
  '/api/errorWith200': (_, res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"error":"Locked"}'),
};

let server: Server;
let baseUrl: string;
beforeAll(async () => {
  server = createServer((req, res) => faults[req.url ?? '']?.(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, more: object = {}): Promise<HttpResponse> =>
  createTransport({ baseUrl })({ method: 'POST', path, body: {}, ...more });

const networkError = (reason: string) => ({ ok: false, failure: { kind: 'network', reason } });

describe('a response of the server', () => {
  it('is 2xx with JSON, or 204 as null', async () => {
    expect(await ask('/json')).toMatchObject({ ok: true, status: 200, data: { _id: 'x' } });
    expect(await ask('/empty')).toEqual({ ok: true, status: 204, data: null });
  });

  it('has the time of its prices, else the time of its Date header', async () => {
    expect(await ask('/prices')).toMatchObject({ servedAt: '2026-03-01T08:00:00.500Z' });
    expect(await ask('/dated')).toMatchObject({ servedAt: '2026-03-02T09:00:00.000Z' });
    expect(await ask('/undated')).toMatchObject({ servedAt: null });
  });

  it.each(['/csv', '/octets'])('is the requested file, whatever its type: %s', async (path) => {
    const file = await ask(path, { responseType: 'csv' });
    expect(file.ok && (await (file.data as Blob).text())).toBe('A,B\r\n');
  });

  it('is no file when it is an error or an HTML page', async () => {
    expect(await ask('/portal', { responseType: 'csv' })).toEqual(networkError('notOurServer'));
    expect(await ask('/errorWith200', { responseType: 'csv' })).toMatchObject({ failure: { message: 'Locked' } });
  });

  it('is an error with the error field, the status and the body', async () => {
    expect(await ask('/refusal')).toEqual({
      ok: false,
      failure: {
        kind: 'http',
        status: 422,
        message: 'No such box',
        body: '{"error":"No such box"}',
        retryAfterMs: null,
      },
    });
    const earlier = { status: 201, response: { _id: 'd1' } };
    expect(await ask('/recordedBefore')).toMatchObject({ failure: { message: 'Another change', earlier } });
    expect(await ask('/gateway')).toMatchObject({ failure: { kind: 'http', status: 502, message: null } });
    expect(await ask('/busy')).toMatchObject({ failure: { kind: 'http', status: 429, retryAfterMs: 7000 } });
    expect(await ask('/nextYear')).toMatchObject({ failure: { status: 503, retryAfterMs: 3_600_000 } });
  });

  it('asks for a pause until a date by the clock of the server, whatever that of the device says', async () => {
    for (const date of ['2025-03-02T09:00:00Z', '2027-03-02T09:00:00Z']) {
      const transport = createTransport({ baseUrl, now: () => Date.parse(date) });
      const response = await transport({ method: 'POST', path: '/untilDate', body: {} });
      expect(response).toMatchObject({ failure: { status: 503, retryAfterMs: 30_000 } });
    }
  });

  it('is an error when the body of a 2xx carries an error field (spec §7)', async () => {
    expect(await ask('/errorWith200')).toMatchObject({ failure: { kind: 'http', message: 'Locked' } });
  });
});

it('a request waits for `beforeRead` before a read, not before a write', async () => {
  const waited: string[] = [];
  const send = createTransport({
    baseUrl,
    beforeRead: async () => void waited.push('read'),
    fetchFn: async (request, init) => {
      waited.push((request as Request).method);
      return fetch(request, init);
    },
  });
  expect(await send({ method: 'GET', path: '/json' })).toMatchObject({ ok: true, status: 200 });
  expect(await send({ method: 'POST', path: '/json', body: {} })).toMatchObject({ ok: true, status: 200 });
  expect(waited).toEqual(['read', 'GET', 'POST']);
});

describe('a request without a response of the server reports why', () => {
  it.each([
    ['/portal', 'notOurServer'],
    ['/half', 'notOurServer'],
    ['/redirect', 'network'],
    ['/cut', 'network'],
    ['/drop', 'network'],
  ])('%s: %s', async (path, reason) => {
    expect(await ask(path)).toEqual(networkError(reason));
  });

  it('timeout: no response in time', async () => {
    expect(await ask('/hang', { timeoutMs: 30 })).toEqual(networkError('timeout'));
  });

  it('network: nothing listens at the URL', async () => {
    const nowhere = createTransport({ baseUrl: 'http://127.0.0.1:1/api' });
    expect(await nowhere({ method: 'GET', path: '/json' })).toEqual(networkError('network'));
  });

  it('aborted: the caller gave up', async () => {
    const controller = new AbortController();
    const response = ask('/hang', { signal: controller.signal });
    controller.abort();
    expect(await response).toEqual({ ok: false, failure: { kind: 'aborted' } });
  });
});
