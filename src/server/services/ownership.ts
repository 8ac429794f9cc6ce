import { isAdmin } from '../../domain/roles';
import { problem } from '../http/problems';
import type { SessionUser } from '../http/route';

/** A rep changes only their own visits and deliveries, an admin all of them. */
export function assertMayChange(user: SessionUser, repId: string): void {
  if (repId !== user._id && !isAdmin(user)) throw problem.forbidden('This belongs to another rep.');
}
