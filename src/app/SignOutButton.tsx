import { useState } from 'react';
import { pluralize } from '../domain/wholeNumbers';
import { useWaitingCount } from '../state/connectivity';
import { useSignOut } from '../state/session';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/ConfirmDialog';

/** Signs out, also without a connection; asks first when changes have not been sent. */
export function SignOutButton() {
  const signOut = useSignOut();
  const waiting = useWaitingCount();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button onClick={() => (waiting > 0 ? setAsked(true) : void signOut())}>Logout</Button>
      <ConfirmDialog
        open={asked}
        title="Sign out with unsent changes?"
        confirmText="Sign out"
        onConfirm={() => void signOut()}
        onCancel={() => setAsked(false)}
      >
        <p>
          {pluralize(waiting, 'change has', 'changes have')} not been sent yet.{' '}
          {waiting === 1 ? 'It stays on this device and is' : 'They stay on this device and are'} sent when you sign in
          again.
        </p>
      </ConfirmDialog>
    </>
  );
}
