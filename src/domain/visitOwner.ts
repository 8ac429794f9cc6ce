import { type HasRoles, isAdmin } from './roles';

/** The rep of a visit; `_id` is empty if the response has no id of the rep (spec §3). */
interface OfRep {
  rep: { _id: string; name: string };
}

/**
 * Whether a visit is another rep's, so that the server would refuse this user's changes: its rep has an id that differs
 * from the user's, and the user is no admin. A name alone decides nothing.
 */
export function isOthersVisit({ rep }: OfRep, user: HasRoles & { _id: string }): boolean {
  return rep._id !== '' && rep._id !== user._id && !isAdmin(user);
}

/** Whether a visit is the user's own: by the rep's id, else by the name. */
export function isOwnVisit(
  { rep, repName }: OfRep & { repName: string },
  user: { _id: string; name: string },
): boolean {
  return rep._id ? rep._id === user._id : repName !== '' && repName === user.name;
}
