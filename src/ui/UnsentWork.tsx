import { pluralize } from '../domain/wholeNumbers';

export interface UnsentWorkProps {
  /** The number of changes on this device only, and of those that are sent without a response yet. */
  waiting: number;
  sending: number;
  /** How many filled forms were not sent. */
  forms: number;
}

/** Says what a sign-out does to unsent changes and filled forms. */
export function UnsentWork({ waiting, sending, forms }: UnsentWorkProps) {
  return (
    <>
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
    </>
  );
}
