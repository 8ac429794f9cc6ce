import { asApiError, errorMessage } from '../../api/client/errors';
import { useListUsersQuery } from '../../api/usersApi';
import type { User } from '../../contract/users';
import { canStartVisits, may } from '../../domain/roles';
import { useUser } from '../../state/session/session';

const NOBODY: User[] = [];

interface StartableReps {
  reps: User[];
  loading: boolean;
  /** Why the users cannot be listed; `null` when they are, or are not requested. */
  error: string | null;
  refreshing: boolean;
  retry: () => void;
}

/**
 * The users who can be chosen as the rep of a new visit: the active reps (spec §2) for a user who may list the users,
 * such as an admin; themselves for everybody else, and while the list is unknown.
 */
export function useStartableReps(): StartableReps {
  const user = useUser();
  const { data, error, isFetching, refetch } = useListUsersQuery(undefined, { skip: !may(user, 'listUsers') });
  const users = data ?? NOBODY;
  const failure = data ? null : asApiError(error);
  return {
    reps: (users.length > 0 ? users : [user]).filter(canStartVisits),
    loading: isFetching && !data,
    error: failure && errorMessage(failure),
    refreshing: isFetching,
    retry: () => void refetch(),
  };
}
