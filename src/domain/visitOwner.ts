import { type HasRoles, mayChangeVisitsOf } from './roles';

/** The rep of a visit; `_id` is empty if the response has no id of the rep (spec §3). */
interface WithRep {
  rep: { _id: string; name: string };
}

/**
 * Whether a visit, or a delivery outside a visit, is another rep's: then the server would refuse this user's changes.
 * One without a rep id counts as the user's own.
 */
export function isOthersVisit(
  { rep }: { rep?: WithRep['rep'] | undefined },
  user: HasRoles & { _id: string },
): boolean {
  return !!rep?._id && !mayChangeVisitsOf(user, rep._id);
}

/** Whether a visit is the user's own: by the rep's id, else by the name. */
export function isOwnVisit(
  { rep, repName }: WithRep & { repName: string },
  user: { _id: string; name: string },
): boolean {
  return rep._id ? rep._id === user._id : repName !== '' && repName === user.name;
}
