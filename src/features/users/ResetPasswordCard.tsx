import { useState } from 'react';
import { type OneTimePassword, useResetPasswordMutation } from '../../api/accountApi';
import { asApiError, errorMessage } from '../../api/client/errors';
import type { User } from '../../contract/users';
import { useShowAlert } from '../../state/alerts/alerts';
import { useNavigateIfStillHere } from '../../state/drafts/useNavigateIfStillHere';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DateTime } from '../../ui/DateTime';
import { ErrorText } from '../../ui/ErrorText';
import styles from './Users.module.css';

/** A one-time password: shown once, to be copied and passed on. */
function ShownPassword({ given: { oneTimePassword, expiresAt } }: { given: OneTimePassword }) {
  const showAlert = useShowAlert('copy');
  const copy = async () => {
    try {
      // A page without https has no clipboard.
      await navigator.clipboard.writeText(oneTimePassword);
      showAlert('Copied.', 'success');
    } catch {
      showAlert('This browser does not allow copying: select the password and copy it.');
    }
  };
  return (
    <div role="status">
      <p>Pass this one-time password on. It is shown only now.</p>
      <p className={styles.given}>
        <code>{oneTimePassword}</code>
        <Button onClick={() => void copy()}>Copy</Button>
      </p>
      <p className={styles.lastSignIn}>
        It signs in once, until <DateTime iso={expiresAt} />. The user then chooses their own.
      </p>
    </div>
  );
}

/** Gives a user a one-time password and ends their sessions. */
export function ResetPasswordCard({ user }: { user: User }) {
  const [reset, { data, isLoading }] = useResetPasswordMutation();
  const [isConfirming, setConfirming] = useState(false);
  const [error, showError] = useState<string | null>(null);
  const { showErrorIfMounted } = useNavigateIfStillHere();
  // The dialog stays until the response: the password is shown only here.
  const confirmed = async () => {
    showError(null);
    const failure = asApiError((await reset(user._id)).error);
    setConfirming(false);
    if (failure) showErrorIfMounted(errorMessage(failure), showError);
  };
  return (
    <Card title="Password">
      {data ? (
        <ShownPassword given={data} />
      ) : (
        <p>For a user who forgot their password. They are signed out everywhere; what waits on their devices stays.</p>
      )}
      {error ? <ErrorText text={error} /> : null}
      <div>
        <Button onClick={() => setConfirming(true)}>Reset password</Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={`Reset the password of ${user.name}?`}
        confirmText="Reset"
        danger
        busy={isLoading}
        onConfirm={() => void confirmed()}
        onCancel={() => setConfirming(false)}
      >
        <p>The current password stops working at once, and every device of theirs is signed out.</p>
      </ConfirmDialog>
    </Card>
  );
}
