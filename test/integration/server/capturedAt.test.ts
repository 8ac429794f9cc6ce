import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { capturedAtOf } from '../../../src/server/http/capturedAt';
import { NOW } from '../../support/server/builders';

const capturedAt = (header?: string) => {
  const headers = header === undefined ? {} : { 'captured-at': header };
  return capturedAtOf({ headers } as FastifyRequest, NOW).toISOString();
};

describe('Captured-At', () => {
  it.each([
    ['what lies within the last 30 days is kept', '2026-03-08T09:30:00.000Z', '2026-03-08T09:30:00.000Z'],
    ['another zone is brought to UTC', '2026-03-08T09:30:00+02:00', '2026-03-08T07:30:00.000Z'],
    ['what is older counts as 30 days ago', '2020-01-01T00:00:00Z', '2026-02-08T15:00:00.000Z'],
    ['what lies ahead counts as now', '2030-01-01T00:00:00Z', NOW.toISOString()],
    ['what cannot be read counts as now', 'yesterday', NOW.toISOString()],
    ['a bare number counts as now', '5', NOW.toISOString()],
    ['a bare day counts as now', '2026-03-08', NOW.toISOString()],
    ['an instant without its zone counts as now', '2026-03-08T09:30:00', NOW.toISOString()],
    ['a day that does not exist counts as now', '2026-02-30T09:30:00Z', NOW.toISOString()],
    ['nothing counts as now', undefined, NOW.toISOString()],
  ])('%s', (_rule, header, expected) => {
    expect(capturedAt(header)).toBe(expected);
  });
});
