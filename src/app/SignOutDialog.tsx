import { pluralize } from '../domain/wholeNumbers';
import { ConfirmDialog } from '../ui/ConfirmDialog';

interface SignOutDialogProps {
  /** The number of changes on this device only, and of those that are sent without a response yet. */
  waiting: number;
  sending: number;
  /** How many filled forms were not sent. */
  forms: number;
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
      {sending > 0 ? (
        <p>
          {pluralize(sending, 'change is', 'changes are')} being sent right now. Signed out, you would not see what came
          of {sending === 1 ? 'it' : 'them'}.
        </p>
      ) : null}
      {waiting > 0 ? (
        <p>
          {pluralize(waiting, 'change has', 'changes have')} not been sent yet.{' '}
          {waiting === 1 ? 'It stays on this device and is' : 'They stay on this device and are'} sent when you sign in
          again.
        </p>
      ) : null}
      {forms > 0 ? (
        <p>
          {pluralize(forms, 'form is', 'forms are')} filled in and not sent. Signing out removes what was typed from
          this device.
        </p>
      ) : null}
      {waiting + sending + forms === 0 ? <p>Everything has been sent by now.</p> : null}
    </ConfirmDialog>
  );
}
