import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/domain/durations';
import { hashPassword } from '../../../src/server/auth/passwords';
import { aStockedLocation, deliveryBody } from '../../support/server/aStockedLocation';
import { aUser, NOW } from '../../support/server/builders';
import { startTestServer, type TestServer } from '../../support/server/harness';
import { serverOfFile } from '../../support/server/serverOfFile';

const server = await serverOfFile();
const metrics = async (more: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  server.app.inject({ url: '/metrics', ...more });

/** The value of a metric with these labels. */
async function valueOf(line: string): Promise<number> {
  const { body } = await metrics();
  const found = body.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? Number.NaN);
}

describe('/metrics', () => {
  it('counts requests by route and status, refusals, sign-ins and replays', async () => {
    const passwordHash = await hashPassword('correct horse');
    const rep = await server.signIn(await aUser(server.db, { email: 'ada@example.com', passwordHash }));
    const login = (password: string) => server.anyone.post('/api/auth/login', { email: 'ada@example.com', password });
    await login('correct horse');
    await login('wrong horse');
    const store = await aStockedLocation(server.db);
    const deliver = (capturedAt: number, key: string) =>
      rep.post('/api/deliveries', deliveryBody(store, 0), {
        'captured-at': new Date(capturedAt).toISOString(),
        'idempotency-key': key,
      });
    await deliver(NOW.getTime() - HOUR_MS, 'entry-0001');
    await deliver(NOW.getTime() - HOUR_MS, 'entry-0001');
    await deliver(NOW.getTime(), 'entry-of-a-first-try');
    await rep.get(`/api/visits/nothing`);

    const requests = 'http_request_duration_seconds_count';
    expect(await valueOf(`${requests}{method="POST",route="/api/deliveries",status="201"}`)).toBe(3);
    expect(await valueOf(`${requests}{method="GET",route="/api/visits/:id",status="404"}`)).toBe(1);
    expect(await valueOf('field_sales_refusals_total{status="404"}')).toBe(1);
    expect(await valueOf('field_sales_sign_ins_total{result="signed_in"}')).toBe(1);
    expect(await valueOf('field_sales_sign_ins_total{result="refused"}')).toBe(1);
    expect(await valueOf('field_sales_recorded_responses_total')).toBe(1);
    expect(await valueOf('field_sales_replayed_writes_total{status="201"}')).toBe(2);
    expect(await valueOf('field_sales_replays{state="waiting"}')).toBe(0);
    expect(await valueOf('field_sales_replays_refused_total')).toBe(0);
    const { body } = await metrics();
    expect(body).not.toMatch(/ada@|correct horse|entry-|nothing/);
  });

  it('has the Prometheus text format and is not cached', async () => {
    const { statusCode, headers, body } = await metrics();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('version=0.0.4'),
      'cache-control': 'no-store',
    });
    expect(body).toContain('# TYPE http_request_duration_seconds histogram');
  });

  it.each([
    ['from another machine', { remoteAddress: '192.0.2.1' }],
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['through a proxy that sends Forwarded', { headers: { forwarded: 'for=192.0.2.1' } }],
  ])('%s is 404', async (_whence, request) => {
    const refused = await metrics(request);
    expect([refused.statusCode, refused.json()]).toEqual([404, { error: 'There is nothing at this address.' }]);
  });
});

describe('/metrics with METRICS_TOKEN', () => {
  let guarded: TestServer;
  beforeAll(async () => {
    guarded = await startTestServer({ METRICS_TOKEN: 'a-token-of-24-characters' });
  });
  afterAll(() => guarded.close());

  it.each([
    ['Bearer a-token-of-24-characters', 200],
    ['Bearer a-token-of-24-characterX', 404],
    ['a-token-of-24-characters', 404],
    ['', 404],
  ])('%s gets %i, from any address', async (authorization, status) => {
    for (const remoteAddress of ['127.0.0.1', '192.0.2.1']) {
      const response = await guarded.app.inject({ url: '/metrics', remoteAddress, headers: { authorization } });
      expect(response.statusCode).toBe(status);
    }
  });
});
