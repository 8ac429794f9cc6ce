import { useListUsersQuery } from '../../api/usersApi';
import { asApiError, errorMessage } from '../../api/client/errors';
import type { ListedUser } from '../../contract/users';
import { may } from '../../domain/roles';
import { paths } from '../../paths';
import { createdFirst, useCreated } from '../../state/drafts/created';
import { useUser } from '../../state/session/session';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { CreatedNotice } from '../../ui/CreatedNotice';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { Skeleton } from '../../ui/Skeleton';
import { userColumns } from './userColumns';
import { useUserChanges } from './useUserChanges';

const NOBODY: ListedUser[] = [];

/**
 * Users (spec §2): active flag and roles. A checkbox takes effect at once, and is reset when the server refuses the
 * change.
 */
export function UsersScreen() {
  const { data, isLoading, error, isFetching, refetch } = useListUsersQuery();
  const me = useUser();
  const changes = useUserChanges();
  const created = useCreated();
  const failure = asApiError(error);
  // After a failed refresh the known users stay, with the errors of refused changes.
  const users = data ?? (failure ? NOBODY : undefined);

  const columns = userColumns(changes);

  return (
    <Page>
      <PageHeader
        title="Users"
        actions={
          <>
            {may(me, 'seeAudit') ? <ButtonLink to={paths.audit()}>Audit</ButtonLink> : null}
            {may(me, 'seeSync') ? <ButtonLink to={paths.sync()}>Sync</ButtonLink> : null}
            <ButtonLink variant="primary" to={paths.newUser()}>
              + New User
            </ButtonLink>
          </>
        }
      />
      <CreatedNotice created={created} />
      {failure ? <ErrorText text={errorMessage(failure)} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {isLoading ? <Skeleton label="Loading users…" shape="table" rows={6} /> : null}
      {users?.length === 0 ? <EmptyState text="No users to show." /> : null}
      {users && users.length > 0 ? (
        <Card flush>
          <DataTable
            caption="Users"
            columns={columns}
            rows={createdFirst(users, created)}
            rowKey={(user) => user._id}
            markedKey={created?._id}
          />
        </Card>
      ) : null}
    </Page>
  );
}
