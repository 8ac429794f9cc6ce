import type { FastifyRequest } from 'fastify';
import { PRICES_AS_OF_HEADER } from '../../contract/headers';
import { parseInstant } from '../../domain/dateTexts';
import { DAY_MS } from '../../domain/durations';

/** How old an instant from a device may be. */
const MAX_AGE_MS = 30 * DAY_MS;

type WithHeaders = Pick<FastifyRequest, 'headers'>;

/**
 * The instant in a request header: at least now less 30 days, at most now. `null` when the header is absent or is no
 * ISO instant, since a wrong device clock is no reason to refuse a write.
 */
export function instantHeader(request: WithHeaders, name: string, now: Date): Date | null {
  const value = request.headers[name.toLowerCase()];
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  if (instant === null) return null;
  const nowMs = now.getTime();
  return new Date(Math.min(nowMs, Math.max(nowMs - MAX_AGE_MS, instant.getTime())));
}

/** The instant whose prices a delivery is recorded with: `Prices-As-Of`, else the time of capture. */
export function pricesAsOfOf(request: WithHeaders, capturedAt: Date, now: Date): Date {
  return instantHeader(request, PRICES_AS_OF_HEADER, now) ?? capturedAt;
}
