// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../../src/api/client/errors';
import { classify, entryErrorOf, type ResponseClass } from '../../../../src/offline/replay/classify';

const refused = (status: number, retryAfterMs: number | null = null, body = '{}'): ApiError => ({
  kind: 'http',
  status,
  message: null,
  body,
  retryAfterMs,
});
const unreachable = (reason: 'network' | 'timeout' | 'notOurServer'): ApiError => ({ kind: 'network', reason });

describe('what a failure means for a queued write', () => {
  const row = (name: string, failure: ApiError, verdict: ResponseClass) => [name, failure, verdict] as const;
  const table = [
    row('no network', unreachable('network'), 'noResponse'),
    row('no response in time', unreachable('timeout'), 'noResponse'),
    row('a page that is not ours', unreachable('notOurServer'), 'noResponse'),
    row('a caller that gave up', { kind: 'aborted' }, 'noResponse'),
    row('401', refused(401), 'signedOut'),
    row('401 of a proxy, which is not JSON', refused(401, null, 'Proxy sign-in'), 'noResponse'),
    row('409 with Retry-After: the key is in progress', refused(409, 1_000), 'unknown'),
    row('409 without', refused(409), 'refused'),
    row('500 with Retry-After', refused(500, 1_000), 'busy'),
    ...[429, 503].map((status) => row(`${status}`, refused(status), 'busy')),
    ...[408, 425, 500, 502, 504, 599].map((status) => row(`${status}`, refused(status), 'unknown')),
    ...[400, 403, 404, 410, 412, 413, 422, 451].map((status) => row(`${status}`, refused(status), 'refused')),
  ];

  it.each(table)('%s', (_name, failure, verdict) => {
    expect(classify(failure)).toBe(verdict);
  });

  it.each([400, 403, 404, 410, 422])('a Retry-After does not change the class of a %i', (status) => {
    expect(classify(refused(status, 1_000))).toBe('refused');
  });
});

describe('why a try failed', () => {
  it('is the error field, else the body, in 160 characters', () => {
    const long = 'No. '.repeat(100);
    expect(entryErrorOf({ ...refused(422), message: long } as ApiError, 7)).toEqual({
      status: 422,
      text: long.slice(0, 160),
      at: 7,
    });
    expect(entryErrorOf({ ...refused(502), body: 'Bad gateway' } as ApiError, 7)).toMatchObject({
      text: 'Bad gateway',
    });
  });

  it('names what the server recorded instead', () => {
    const present = { current: { version: 3 } };
    expect(entryErrorOf({ ...refused(412), present } as ApiError, 7)).toMatchObject({ status: 412, present });
  });

  it.each([
    ['network', 'No connection.'],
    ['timeout', 'The server did not respond to this change.'],
    ['notOurServer', 'The server did not respond to this change.'],
  ] as const)('has no status without a response: %s', (reason, text) => {
    expect(entryErrorOf(unreachable(reason), 7)).toEqual({ status: null, text, at: 7 });
  });
});
