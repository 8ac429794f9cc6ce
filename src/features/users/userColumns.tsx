import type { ListedUser } from '../../contract/users';
import { hasRole, ROLE_LABELS, ROLES } from '../../domain/roles';
import { paths } from '../../paths';
import { Checkbox } from '../../ui/Checkbox';
import { ErrorText } from '../../ui/ErrorText';
import { RowLink } from '../../ui/RowLink';
import type { Column } from '../../ui/tableColumns';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import type { UserChanges } from './useUserChanges';
import styles from './Users.module.css';

/** A column of checkboxes. A phone shows them in one line, each with its label. */
function toggles(
  key: string,
  header: string,
  isOn: (user: ListedUser) => boolean,
  set: (user: ListedUser, on: boolean) => void,
): Column<ListedUser> {
  const props = (user: ListedUser) => ({
    checked: isOn(user),
    onChange: (event: { target: { checked: boolean } }) => set(user, event.target.checked),
  });
  return {
    key,
    header,
    cell: (user) => <Checkbox label={`${header}: ${user.name}`} labelHidden {...props(user)} />,
    phone: 'controls',
    phoneCell: (user) => (
      <Checkbox
        label={
          <span>
            {header}
            <VisuallyHidden>: {user.name}</VisuallyHidden>
          </span>
        }
        {...props(user)}
      />
    ),
  };
}

/** The columns of the users (spec §2). The error of a failed change is shown below the user's name. */
export function userColumns({ errors, setActive, setRole }: UserChanges): readonly Column<ListedUser>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: (user) => (
        <>
          <RowLink to={paths.user(user._id)}>{user.name}</RowLink>
          {errors[user._id] ? (
            <div className={styles.error}>
              <ErrorText text={errors[user._id] ?? ''} />
            </div>
          ) : null}
        </>
      ),
    },
    {
      key: 'email',
      header: 'Email',
      cell: (user) => <span className={styles.email}>{user.email}</span>,
      phone: 'figure',
    },
    toggles('active', 'Active', (user) => user.active, setActive),
    ...ROLES.map((role) =>
      toggles(
        role,
        ROLE_LABELS[role],
        (user) => hasRole(user, role),
        (user, on) => setRole(user, role, on),
      ),
    ),
  ];
}
