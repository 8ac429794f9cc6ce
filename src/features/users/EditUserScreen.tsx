import { Link, useParams } from 'react-router';
import { asApiError, errorMessage } from '../../api/client/errors';
import { useListUsersQuery } from '../../api/usersApi';
import { screenMessages } from '../../domain/screenMessages';
import { paths } from '../../paths';
import { useUser } from '../../state/session/session';
import { ErrorText } from '../../ui/ErrorText';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { Skeleton } from '../../ui/Skeleton';
import { EditUserForm } from './EditUserForm';
import { ResetPasswordCard } from './ResetPasswordCard';

/** One user: name, e-mail address and a new password. Roles are changed in the list. */
export function EditUserScreen() {
  const { id = '' } = useParams();
  const { data, error, isLoading, isFetching, refetch } = useListUsersQuery();
  const me = useUser();
  const failure = asApiError(error);
  const user = data?.find(({ _id }) => _id === id);
  return (
    <Page narrow>
      <PageHeader title={user?.name ?? 'User'} back={{ to: paths.users(), label: 'Users' }} />
      {isLoading ? <Skeleton label="Loading the user…" rows={4} /> : null}
      {failure ? <ErrorText text={errorMessage(failure)} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {data && !user ? <ErrorText text={screenMessages.notFound} /> : null}
      {user ? (
        <>
          <EditUserForm key={user._id} user={user} />
          {user._id === me._id ? (
            <p>
              <Link to={paths.account()}>Change your own password</Link>
            </p>
          ) : (
            <ResetPasswordCard user={user} />
          )}
        </>
      ) : null}
    </Page>
  );
}
