import { useState } from 'react';
import { useWaitingCount } from '../state/device/connectivity';
import { useSendingCount, useUnsentFormCount } from '../state/drafts/openForms';
import { useSignOut } from '../state/session/session';
import { Button } from '../ui/Button';
import type { SignOutDialog } from './SignOutDialog';

/** Asked by the browser when the code of the dialog cannot be loaded: after a deploy, or without a connection. */
const QUESTION = 'Sign out with unsent changes?';

/** Signs out, also without a connection; asks first when changes or filled forms have not been sent. */
export function SignOutButton() {
  const signOut = useSignOut();
  const waiting = useWaitingCount();
  const sending = useSendingCount();
  const forms = useUnsentFormCount();
  const [Dialog, setDialog] = useState<typeof SignOutDialog | null>(null);
  const ask = async () => {
    const loaded = await import('./SignOutDialog').catch(() => null);
    if (loaded) setDialog(() => loaded.SignOutDialog);
    else if (confirm(QUESTION)) void signOut();
  };
  return (
    <>
      <Button onClick={() => void (waiting + sending + forms > 0 ? ask() : signOut())}>Logout</Button>
      {Dialog ? (
        <Dialog
          waiting={waiting}
          sending={sending}
          forms={forms}
          onSignOut={() => void signOut()}
          onCancel={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}
