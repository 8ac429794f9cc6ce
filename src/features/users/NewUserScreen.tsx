import { asFailure, failureTextOr } from '../../api/failures';
import { useCreateUserMutation } from '../../api/usersApi';
import { PASSWORD_LENGTH_MIN, LINE_LENGTH_MAX, EMAIL_LENGTH_MAX } from '../../domain/constants';
import { validateName } from '../../domain/names';
import { messages } from '../../domain/messages';
import { isRole, type Role, ROLES, validateRoles, withRole } from '../../domain/roles';
import { validateEmail, validatePassword } from '../../domain/userRules';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/connectivity';
import { isListOf, isText, type KeptFields, useDraftedForm } from '../../state/draftedForm';
import { useLateAnswers } from '../../state/lateAnswers';
import { CreatePage } from '../../ui/CreatePage';
import { useFormError } from '../../ui/FormError';
import { TextField } from '../../ui/TextField';
import { RoleCheckboxes } from './RoleCheckboxes';

interface NewUserForm {
  name: string;
  email: string;
  password: string;
  roles: Role[];
}

const EMPTY_FORM: NewUserForm = { name: '', email: '', password: '', roles: ['rep'] };

/** Never the password. */
const KEPT_FIELDS: KeptFields<NewUserForm> = { name: isText, email: isText, roles: isListOf(isRole) };

function errorsOf(form: NewUserForm) {
  return {
    name: validateName(form.name),
    email: validateEmail(form.email),
    password: validatePassword(form.password),
    roles: validateRoles(form.roles),
  };
}

/** New User (spec §2): an active user who may sign in at once. */
export function NewUserScreen() {
  const { goOn, refuse } = useLateAnswers();
  const { online } = useConnectivity();
  const [createUser, { isLoading }] = useCreateUserMutation();
  const [error, setError] = useFormError();
  const { form, change, errors, check, found, drop } = useDraftedForm({
    key: 'new user',
    empty: EMPTY_FORM,
    kept: KEPT_FIELDS,
    validate: errorsOf,
  });
  const submit = async () => {
    if (!check()) return;
    const { name, email, password, roles } = form;
    setError(null);
    const { error: failed } = await createUser({
      name: name.trim(),
      email: email.trim(),
      password,
      roles,
      active: true,
    });
    const failure = asFailure(failed);
    if (failure) return refuse(failureTextOr(failure, messages.userCreateFailed), setError);
    drop();
    await goOn(paths.users(), 'User created.');
  };
  return (
    <CreatePage
      title="New User"
      list={{ to: paths.users(), label: 'Users' }}
      deed="Creating a user"
      online={online}
      found={found}
      error={error}
      busy={isLoading}
      onSubmit={() => void submit()}
      onCancel={drop}
    >
      <TextField
        label="Name"
        maxLength={LINE_LENGTH_MAX}
        value={form.name}
        error={errors.name}
        autoComplete="off"
        required
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Email"
        maxLength={EMAIL_LENGTH_MAX}
        type="email"
        value={form.email}
        error={errors.email}
        autoComplete="off"
        required
        onChange={(event) => change({ email: event.target.value })}
      />
      <TextField
        label="Password"
        type="password"
        value={form.password}
        error={errors.password}
        hint={`At least ${PASSWORD_LENGTH_MIN} characters`}
        autoComplete="new-password"
        required
        onChange={(event) => change({ password: event.target.value })}
      />
      <RoleCheckboxes
        roles={ROLES}
        chosen={form.roles}
        error={errors.roles}
        onToggle={(role, on) => change({ roles: withRole(form.roles, role, on) })}
      />
    </CreatePage>
  );
}
