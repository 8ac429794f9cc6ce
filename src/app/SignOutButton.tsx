import { lazy, useState } from 'react';
import { useSendingCount, useWaitingCount } from '../state/device/connectivity';
import { useSignOut } from '../state/session/session';
import { Button } from '../ui/Button';
import { OptionalBoundary } from './OptionalBoundary';

const SignOutDialog = lazy(async () => ({ default: (await import('./SignOutDialog')).SignOutDialog }));

/** Signs out, also without a connection; asks first when changes have not been sent, or have no response yet. */
export function SignOutButton() {
  const signOut = useSignOut();
  const waiting = useWaitingCount();
  const sending = useSendingCount();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button onClick={() => (waiting + sending > 0 ? setAsked(true) : void signOut())}>Logout</Button>
      {asked ? (
        <OptionalBoundary>
          <SignOutDialog
            waiting={waiting}
            sending={sending}
            onSignOut={() => void signOut()}
            onCancel={() => setAsked(false)}
          />
        </OptionalBoundary>
      ) : null}
    </>
  );
}
