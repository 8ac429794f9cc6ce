// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { WireAnswer } from '../../src/api/transport';
import { classify, isRetriableRefusal, type Verdict } from '../../src/offline/replay/classify';

const refused = (status: number, retryAfterMs: number | null = null): WireAnswer => ({
  ok: false,
  failure: { kind: 'refused', status, message: null, body: '', retryAfterMs },
});
const unreachable = (reason: 'network' | 'timeout' | 'notOurServer'): WireAnswer => ({
  ok: false,
  failure: { kind: 'unreachable', reason },
});

describe('what an answer means for a queued write', () => {
  const table: [string, WireAnswer, Verdict][] = [
    ['a success', { ok: true, status: 201, data: {} }, 'done'],
    ['an empty success', { ok: true, status: 204, data: null }, 'done'],
    ['no network', unreachable('network'), 'noConnection'],
    ['no answer in time', unreachable('timeout'), 'unclear'],
    ['a captive portal', unreachable('notOurServer'), 'unclear'],
    ['a caller that gave up', { ok: false, failure: { kind: 'aborted' } }, 'noConnection'],
    ['401', refused(401), 'signedOut'],
    ['409 with Retry-After: the key is in progress', refused(409, 1_000), 'retriable'],
    ['409 without', refused(409), 'refused'],
    ...[408, 425, 429, 500, 502, 503, 504, 599].map((status) => [`${status}`, refused(status), 'retriable'] as const),
    ...[400, 403, 404, 410, 413, 422, 451].map((status) => [`${status}`, refused(status), 'refused'] as const),
  ].map(([name, answer, verdict]) => [name, answer, verdict] as [string, WireAnswer, Verdict]);

  it.each(table)('%s', (_name, answer, verdict) => {
    expect(classify(answer)).toBe(verdict);
  });
});

it('a Retry-After makes no other refusal retriable', () => {
  expect([400, 401, 403, 404, 422].filter((status) => isRetriableRefusal(status, 1_000))).toEqual([]);
});
