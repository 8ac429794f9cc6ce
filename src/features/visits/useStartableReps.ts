import { useListUsersQuery } from '../../api/usersApi';
import type { User } from '../../contract/users';
import { canStartVisits, isAdmin } from '../../domain/roles';
import { useUser } from '../../state/session/session';

const NOBODY: User[] = [];

/**
 * Who can be chosen as the rep of a new visit: for an admin the active reps (spec §2), for anybody else, who can't
 * list users, themself. Without the list an admin who is a rep is left with themself as well.
 */
export function useStartableReps(): User[] {
  const user = useUser();
  const { data: users = NOBODY } = useListUsersQuery(undefined, { skip: !isAdmin(user) });
  return (users.length > 0 ? users : [user]).filter(canStartVisits);
}
