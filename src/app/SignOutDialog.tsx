import { ConfirmDialog } from '../ui/ConfirmDialog';
import { UnsentWork, type UnsentWorkProps } from '../ui/UnsentWork';

interface SignOutDialogProps extends UnsentWorkProps {
  onSignOut: () => void;
  onCancel: () => void;
}

/** Tells a person who signs out what happens to unsent changes and filled forms. */
export function SignOutDialog({ waiting, sending, forms, onSignOut, onCancel }: SignOutDialogProps) {
  return (
    <ConfirmDialog
      open
      title="Sign out with unsent changes?"
      confirmText="Sign out"
      onConfirm={onSignOut}
      onCancel={onCancel}
    >
      <UnsentWork waiting={waiting} sending={sending} forms={forms} />
      {waiting + sending + forms === 0 ? <p>Everything has been sent by now.</p> : null}
    </ConfirmDialog>
  );
}
