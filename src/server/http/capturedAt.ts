import type { FastifyRequest } from 'fastify';
import { CAPTURED_AT_HEADER, CAPTURED_BY_HEADER } from '../../contract/headers';
import { instantHeader } from './instantHeader';
import { problem } from './problems';
import type { SessionUser } from './route';

/** The one value of a header, or `null`. */
function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * When the person made the change (deviation T5): the header held within the last 30 days. A device's clock
 * is never a reason to refuse a write: what is no ISO instant, and what lies ahead, counts as now.
 */
export function capturedAtOf(request: FastifyRequest, now: Date): Date {
  return instantHeader(request, CAPTURED_AT_HEADER, now) ?? now;
}

/** Refuses a change that was made by one person and sent in the session of another (deviation T6). */
export function checkCapturedBy(request: FastifyRequest, user: SessionUser): void {
  const madeBy = headerOf(request, CAPTURED_BY_HEADER);
  if (madeBy !== null && madeBy !== user._id) throw problem.unauthorized('This change belongs to another user.');
}
