import { Link } from 'react-router';
import { useListUsersQuery } from '../../api/usersApi';
import { asApiError, errorMessage } from '../../api/client/errors';
import type { ListedUser } from '../../contract/users';
import { hasRole } from '../../domain/roles';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { Checkbox } from '../../ui/Checkbox';
import { type Column, DataTable } from '../../ui/DataTable';
import { DateTime } from '../../ui/DateTime';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Users.module.css';
import { useUserChanges } from './useUserChanges';

const NOBODY: ListedUser[] = [];

/** Users (spec §2): who may sign in, and as what. A tick takes effect at once; what the server refuses falls back. */
export function UsersScreen() {
  const { data, isLoading, error, isFetching, refetch } = useListUsersQuery();
  const { errors, setActive, setRole } = useUserChanges();
  const failure = asApiError(error);
  const users = failure ? NOBODY : data;

  const columns: readonly Column<ListedUser>[] = [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: (user) => (
        <>
          <Link to={paths.user(user._id)}>{user.name}</Link>
          {errors[user._id] ? (
            <div className={styles.error}>
              <ErrorText text={errors[user._id] ?? ''} />
            </div>
          ) : null}
        </>
      ),
    },
    { key: 'email', header: 'Email', cell: (user) => <span className={styles.email}>{user.email}</span> },
    {
      key: 'active',
      header: 'Active',
      cell: (user) => (
        <Checkbox
          label={`Active: ${user.name}`}
          labelHidden
          checked={user.active}
          onChange={(event) => setActive(user, event.target.checked)}
        />
      ),
    },
    {
      key: 'rep',
      header: 'Rep',
      cell: (user) => (
        <Checkbox
          label={`Rep: ${user.name}`}
          labelHidden
          checked={hasRole(user, 'rep')}
          onChange={(event) => setRole(user, 'rep', event.target.checked)}
        />
      ),
    },
    {
      key: 'admin',
      header: 'Admin',
      cell: (user) => (
        <Checkbox
          label={`Admin: ${user.name}`}
          labelHidden
          checked={hasRole(user, 'admin')}
          onChange={(event) => setRole(user, 'admin', event.target.checked)}
        />
      ),
    },
    { key: 'lastSignIn', header: 'Last sign-in', cell: (user) => <DateTime iso={user.lastSignInAt} byDay /> },
  ];

  return (
    <Page>
      <PageHeader
        title="Users"
        actions={
          <ButtonLink variant="primary" to={paths.newUser()}>
            + New User
          </ButtonLink>
        }
      />
      {failure ? <ErrorText text={errorMessage(failure)} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {isLoading ? <Skeleton label="Loading users…" shape="table" rows={6} /> : null}
      {users?.length === 0 ? <EmptyState text="No users to show." /> : null}
      {users && users.length > 0 ? (
        <Card flush>
          <DataTable caption="Users" columns={columns} rows={users} rowKey={(user) => user._id} />
        </Card>
      ) : null}
    </Page>
  );
}
