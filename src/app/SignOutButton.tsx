import { lazy, useState } from 'react';
import { useSendingCount, useWaitingCount } from '../state/connectivity';
import { useSignOut } from '../state/session';
import { Button } from '../ui/Button';
import { OnTheSide } from './OnTheSide';

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
        <OnTheSide>
          <SignOutDialog
            waiting={waiting}
            sending={sending}
            onSignOut={() => void signOut()}
            onCancel={() => setAsked(false)}
          />
        </OnTheSide>
      ) : null}
    </>
  );
}
