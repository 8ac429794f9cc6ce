import { useState } from 'react';
import { counted } from '../domain/wholeNumbers';
import { useSendingCount, useWaitingCount } from '../state/connectivity';
import { useSignOut } from '../state/session';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/ConfirmDialog';

/** Signs out, also without a connection; asks first when changes have not been sent, or have no response yet. */
export function SignOutButton() {
  const signOut = useSignOut();
  const waiting = useWaitingCount();
  const sending = useSendingCount();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button onClick={() => (waiting + sending > 0 ? setAsked(true) : void signOut())}>Logout</Button>
      <ConfirmDialog
        open={asked}
        title="Sign out with unsent changes?"
        confirmText="Sign out"
        onConfirm={() => void signOut()}
        onCancel={() => setAsked(false)}
      >
        {sending > 0 ? (
          <p>
            {counted(sending, 'change is', 'changes are')} being sent right now. Signed out, you would not see what came
            of {sending === 1 ? 'it' : 'them'}.
          </p>
        ) : null}
        {waiting > 0 ? (
          <p>
            {counted(waiting, 'change has', 'changes have')} not been sent yet.{' '}
            {waiting === 1 ? 'It stays on this device and is' : 'They stay on this device and are'} sent when you sign
            in again.
          </p>
        ) : null}
        {waiting + sending === 0 ? <p>Everything has been sent by now.</p> : null}
      </ConfirmDialog>
    </>
  );
}
