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
 * When the user made the change (deviation T5): the `Captured-At` header, moved into the last 30 days. A header that is
 * no ISO instant, or lies in the future, counts as now: a wrong device clock is no reason to refuse a write.
 */
export function capturedAtOf(request: FastifyRequest, now: Date): Date {
  return instantHeader(request, CAPTURED_AT_HEADER, now) ?? now;
}

/** Refuses with 401 a change that one user made and another user's session sends (deviation T6). */
export function checkCapturedBy(request: FastifyRequest, user: SessionUser): void {
  const madeBy = headerOf(request, CAPTURED_BY_HEADER);
  if (madeBy !== null && madeBy !== user._id) throw problem.unauthorized('This change belongs to another user.');
}
