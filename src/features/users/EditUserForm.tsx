import { useState } from 'react';
import { asApiError, errorMessage } from '../../api/client/errors';
import { useUpdateUserMutation } from '../../api/usersApi';
import type { ListedUser } from '../../contract/users';
import { EMAIL_LENGTH_MAX } from '../../domain/constants';
import { validateName } from '../../domain/names';
import { validateEmail } from '../../domain/userRules';
import { useShowAlert } from '../../state/alerts/alerts';
import { useNavigateIfStillHere } from '../../state/drafts/useNavigateIfStillHere';
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

const USER_FIELDS = ['name', 'email'] as const;
type UserFields = Record<(typeof USER_FIELDS)[number], string>;

/** Renames a user and corrects their e-mail address. */
export function EditUserForm({ user }: { user: ListedUser }) {
  const me = useUser();
  const dispatch = useAppDispatch();
  const showAlert = useShowAlert('save');
  const { showErrorIfMounted } = useNavigateIfStillHere();
  const [updateUser, { isLoading }] = useUpdateUserMutation();
  const [typed, setTyped] = useState<Partial<UserFields>>({});
  const [error, showError] = useFormError();
  const form = { name: user.name, email: user.email, ...typed };
  const errors = { name: validateName(form.name), email: validateEmail(form.email) };

  const change = (part: Partial<UserFields>) => {
    showError(null);
    setTyped({ ...typed, ...part });
  };
  const save = async () => {
    showError(null);
    showAlert(null);
    if (errors.name || errors.email) return;
    // Another admin may have changed the other field: it is not sent.
    const body: Partial<UserFields> = {};
    for (const field of USER_FIELDS) {
      const text = form[field].trim();
      if (text !== user[field]) body[field] = text;
    }
    if (Object.keys(body).length > 0) {
      const failure = asApiError((await updateUser({ id: user._id, body })).error);
      if (failure) return showErrorIfMounted(errorMessage(failure), showError);
    }
    setTyped({});
    showAlert('User saved.', 'success');
    if (user._id === me._id) await dispatch(checkSession());
  };

  return (
    <Card>
      <Form onSubmit={() => void save()}>
        <FormPart sending={isLoading}>
          <NameField value={form.name} error={errors.name} onChange={(name) => change({ name })} />
          <TextField
            label="Email"
            type="email"
            maxLength={EMAIL_LENGTH_MAX}
            value={form.email}
            error={errors.email}
            hint="The user signs in with it."
            autoComplete="off"
            required
            onChange={(event) => change({ email: event.target.value })}
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
