import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { errorMessage } from '../../api/client/errors';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../domain/constants';
import { validatePassword } from '../../domain/userRules';
import { returnPathOf } from '../../paths';
import { useChangeOwnPassword } from '../../state/account/account';
import { useShowAlert } from '../../state/alerts/alerts';
import { useUser } from '../../state/session/session';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Form, FormActions, FormPart } from '../../ui/Form';
import { FormError, useFormError } from '../../ui/FormError';
import { TextField } from '../../ui/TextField';
import styles from './Account.module.css';

const EMPTY = { current: '', next: '', repeated: '' };

function errorsOf({ current, next, repeated }: typeof EMPTY) {
  return {
    current: current === '' ? 'Enter your current password' : null,
    next: next === current && next !== '' ? 'Choose a password other than the current one' : validatePassword(next),
    repeated: repeated === next ? null : 'The two passwords differ',
  };
}

/** Changes the user's password. After a one-time password it opens the page that the person wanted. */
export function PasswordForm() {
  const { changeDue, email } = useUser();
  const changePassword = useChangeOwnPassword();
  const showAlert = useShowAlert();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [form, setForm] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, showError] = useFormError();
  const errors = isChecked ? errorsOf(form) : { current: null, next: null, repeated: null };

  const submit = async () => {
    setChecked(true);
    showError(null);
    if (Object.values(errorsOf(form)).some(Boolean)) return;
    setBusy(true);
    const failure = await changePassword(form.current, form.next);
    setBusy(false);
    if (failure) return showError(errorMessage(failure));
    setForm(EMPTY);
    setChecked(false);
    showAlert('Password changed. Other devices are signed out.', 'success');
    if (changeDue) await navigate(returnPathOf(state), { replace: true });
  };

  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string, hint?: string) => (
    <TextField
      label={label}
      type="password"
      autoComplete={autoComplete}
      maxLength={PASSWORD_LENGTH_MAX}
      hint={hint}
      required
      value={form[name]}
      error={errors[name]}
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
    />
  );

  return (
    <Card title={changeDue ? 'Choose your password' : 'Change password'}>
      <Form onSubmit={() => void submit()}>
        <FormPart sending={busy}>
          {/* For password managers, which store a password with its account. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          {field('current', changeDue ? 'One-time password' : 'Current password', 'current-password')}
          <div className={styles.passwords}>
            {field('next', 'New password', 'new-password', `At least ${PASSWORD_LENGTH_MIN} characters`)}
            {field('repeated', 'New password again', 'new-password')}
          </div>
        </FormPart>
        <FormError error={error} />
        <FormActions>
          <Button type="submit" variant="primary" busy={busy} busyText="Changing…">
            Change password
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
