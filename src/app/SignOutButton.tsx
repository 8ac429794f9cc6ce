import { lazy, useState } from 'react';
import { useWaitingCount } from '../state/device/connectivity';
import { useSendingCount, useUnsentFormCount } from '../state/drafts/openForms';
import { useSignOut } from '../state/session/session';
import { Button } from '../ui/Button';
import { OptionalBoundary } from './OptionalBoundary';

const SignOutDialog = lazy(async () => ({ default: (await import('./SignOutDialog')).SignOutDialog }));

/** Signs out, also without a connection; asks first when changes or filled forms have not been sent. */
export function SignOutButton() {
  const signOut = useSignOut();
  const waiting = useWaitingCount();
  const sending = useSendingCount();
  const forms = useUnsentFormCount();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button onClick={() => (waiting + sending + forms > 0 ? setAsked(true) : void signOut())}>Logout</Button>
      {asked ? (
        <OptionalBoundary>
          <SignOutDialog
            waiting={waiting}
            sending={sending}
            forms={forms}
            onSignOut={() => void signOut()}
            onCancel={() => setAsked(false)}
          />
        </OptionalBoundary>
      ) : null}
    </>
  );
}
