import { mayChangeVisitsOf } from '../../domain/roles';
import { problem } from '../http/problems';
import type { SessionUser } from '../http/route';

/** Refuses with 403 a change of a visit or delivery of this rep that the user may not make. */
export function assertMayChange(user: SessionUser, repId: string): void {
  if (!mayChangeVisitsOf(user, repId)) throw problem.forbidden('This belongs to another rep.');
}
