import { useState } from 'react';
import { useWaitingCount } from '../state/device/connectivity';
import { countFormsOfOtherTabs, useSendingCount, useUnsentFormCount } from '../state/drafts/openForms';
import { useAppDispatch } from '../state/root/hooks';
import { useShowAlert } from '../state/alerts/alerts';
import { useSignOut } from '../state/session/session';
import { Button } from '../ui/Button';
import type { SignOutDialog } from './SignOutDialog';

/** The question when the code of the dialog cannot be loaded: after a deploy, or without a connection. */
const PRESS_AGAIN = 'Something is not sent yet. Press Logout again.';

/** Signs out, also without a connection; asks first when changes or filled forms have not been sent. */
export function SignOutButton() {
  const signOut = useSignOut();
  const dispatch = useAppDispatch();
  const waiting = useWaitingCount();
  const sending = useSendingCount();
  const forms = useUnsentFormCount();
  const [Dialog, setDialog] = useState<typeof SignOutDialog | null>(null);
  const unsent = `${waiting} ${sending} ${forms}`;
  // The counts of unsent changes and forms in the last warning; `null` for none. After they change, Logout warns again.
  const [warnedOf, setWarnedOf] = useState<string | null>(null);
  if (warnedOf !== null && warnedOf !== unsent) setWarnedOf(null);
  const [otherForms, setOtherForms] = useState(0);
  const showAlert = useShowAlert();
  const press = async () => {
    if (warnedOf !== null) return signOut();
    const found = await dispatch(countFormsOfOtherTabs());
    if (waiting + sending + forms + found === 0) return signOut();
    setOtherForms(found);
    const loaded = await import('./SignOutDialog').catch(() => null);
    if (loaded) return setDialog(() => loaded.SignOutDialog);
    showAlert(PRESS_AGAIN, 'info');
    setWarnedOf(unsent);
  };
  return (
    <>
      <Button onClick={() => void press()}>Logout</Button>
      {Dialog ? (
        <Dialog
          waiting={waiting}
          sending={sending}
          forms={forms + otherForms}
          onSignOut={() => void signOut()}
          onCancel={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}
