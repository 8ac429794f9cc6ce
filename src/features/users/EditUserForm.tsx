import { useState } from 'react';
import { asApiError, errorMessage } from '../../api/client/errors';
import { useUpdateUserMutation } from '../../api/usersApi';
import type { ListedUser } from '../../contract/users';
import { EMAIL_LENGTH_MAX } from '../../domain/constants';
import { validateName } from '../../domain/names';
import { validateEmail } from '../../domain/userRules';
import { useShowAlert } from '../../state/alerts/alerts';
import { useAppDispatch } from '../../state/root/hooks';
import { checkSession, useUser } from '../../state/session/session';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { DateTime } from '../../ui/DateTime';
import { Form, FormActions, FormPart } from '../../ui/Form';
import { FormError, useFormError } from '../../ui/FormError';
import { NameField } from '../../ui/NameField';
import { TextField } from '../../ui/TextField';
import styles from './Users.module.css';

/** Renames a user and corrects their e-mail address. */
export function EditUserForm({ user }: { user: ListedUser }) {
  const me = useUser();
  const dispatch = useAppDispatch();
  const showAlert = useShowAlert();
  const [updateUser, { isLoading }] = useUpdateUserMutation();
  const [form, setForm] = useState({ name: user.name, email: user.email });
  const [error, showError] = useFormError();
  const errors = { name: validateName(form.name), email: validateEmail(form.email) };

  const save = async () => {
    showError(null);
    if (errors.name || errors.email) return;
    const body = { name: form.name.trim(), email: form.email.trim() };
    const failure = asApiError((await updateUser({ id: user._id, body })).error);
    if (failure) return showError(errorMessage(failure));
    showAlert('User saved.', 'success');
    if (user._id === me._id) await dispatch(checkSession());
  };

  return (
    <Card>
      <Form onSubmit={() => void save()}>
        <FormPart sending={isLoading}>
          <NameField value={form.name} error={errors.name} onChange={(name) => setForm({ ...form, name })} />
          <TextField
            label="Email"
            type="email"
            maxLength={EMAIL_LENGTH_MAX}
            value={form.email}
            error={errors.email}
            hint="The user signs in with it."
            autoComplete="off"
            required
            onChange={(event) => setForm({ ...form, email: event.target.value })}
          />
        </FormPart>
        {user.lastSignInAt === undefined ? null : (
          <p className={styles.lastSignIn}>
            Last sign-in: {user.lastSignInAt ? <DateTime iso={user.lastSignInAt} /> : 'not known'}
          </p>
        )}
        <FormError error={error} />
        <FormActions>
          <Button type="submit" variant="primary" busy={isLoading} busyText="Saving…">
            Save
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
