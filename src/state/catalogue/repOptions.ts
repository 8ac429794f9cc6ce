import { useListUsersQuery } from '../../api/usersApi';
import type { User } from '../../contract/users';
import { may } from '../../domain/roles';
import { useUser } from '../session/session';

const NOBODY: User[] = [];

/** The users whom an admin may filter by, an empty list on failure (spec §6, §7); `null` for everybody else. */
export function useRepOptions(): User[] | null {
  const mayChoose = may(useUser(), 'filterByRep');
  const { data = NOBODY } = useListUsersQuery(undefined, { skip: !mayChoose });
  return mayChoose ? data : null;
}
