import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { pluralize } from '../../domain/wholeNumbers';
import { returnPathOf } from '../../paths';
import { useKeptAfterSignOut } from '../../state/device/connectivity';
import { useSession, useSignIn } from '../../state/session/session';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { FormError, useFormError } from '../../ui/FormError';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { TextField } from '../../ui/TextField';
import type { DemoAccountsProps } from './DemoAccounts';
import styles from './LoginScreen.module.css';

const noAccounts = (_: DemoAccountsProps) => null;
/** Signing in works without this code. */
const DemoAccounts = lazy(() =>
  import('./DemoAccounts').then(
    (loaded) => ({ default: loaded.DemoAccounts }),
    () => ({ default: noAccounts }),
  ),
);

/** The text for a user whom the server signed out: the reason, and the changes that stay on the device. */
function signedOutText(kept: number): string {
  const changes = kept > 0 ? ` ${pluralize(kept, 'change is', 'changes are')} kept on this device.` : '';
  return `You were signed out.${changes}`;
}

/**
 * Login (spec §2): on success returns to the requested page, else opens the dashboard; an error is red above the form.
 */
export function LoginScreen() {
  const { status } = useSession();
  const kept = useKeptAfterSignOut();
  const { state } = useLocation();
  const signIn = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useFormError();
  const [busy, setBusy] = useState(false);

  if (status === 'present') return <Navigate to={returnPathOf(state)} replace />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    setError(await signIn({ email, password }));
    setBusy(false);
  };

  return (
    <div className={styles.place}>
      <Page narrow>
        <PageHeader title="Sign in" />
        {kept === null ? null : <p role="status">{signedOutText(kept)}</p>}
        <FormError error={error} />
        <Card>
          <form className={styles.form} onSubmit={(event) => void submit(event)}>
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <TextField
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button type="submit" variant="primary" wide busy={busy} busyText="Signing in…">
              Sign in
            </Button>
          </form>
        </Card>
        <Suspense>
          <DemoAccounts
            email={email}
            onPick={(account) => {
              setEmail(account.email);
              setPassword(account.password);
            }}
          />
        </Suspense>
      </Page>
    </div>
  );
}
