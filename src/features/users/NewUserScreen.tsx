import { errorMessageOr } from '../../api/client/errors';
import { useCreateUserMutation } from '../../api/usersApi';
import type { CreateUserBody } from '../../contract/users';
import { PASSWORD_LENGTH_MIN, EMAIL_LENGTH_MAX } from '../../domain/constants';
import { validateName } from '../../domain/names';
import { screenMessages } from '../../domain/screenMessages';
import { isRole, type Role, ROLES } from '../../domain/roles';
import { validateEmail, validatePassword, validateRoles, withRole } from '../../domain/userRules';
import { paths } from '../../paths';
import { useConnectivity } from '../../state/device/connectivity';
import { isListOf, isText, type DraftedFields } from '../../state/drafts/draftedFields';
import { useCreateForm } from '../../state/drafts/useCreateForm';
import { CreatePage } from '../../ui/CreatePage';
import { useFormError } from '../../ui/FormError';
import { NameField } from '../../ui/NameField';
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
const KEPT_FIELDS: DraftedFields<NewUserForm> = { name: isText, email: isText, roles: isListOf(isRole) };

function errorsOf(form: NewUserForm) {
  return {
    name: validateName(form.name),
    email: validateEmail(form.email),
    password: validatePassword(form.password),
    roles: validateRoles(form.roles),
  };
}

/** The body of the call (spec §7): an active user. */
function newUserBody({ name, email, password, roles }: NewUserForm): CreateUserBody {
  return { name: name.trim(), email: email.trim(), password, roles, active: true };
}

/** New User (spec §2): an active user who may sign in at once. */
export function NewUserScreen() {
  const { online } = useConnectivity();
  const [createUser] = useCreateUserMutation();
  const [error, showError] = useFormError();
  const { form, change, errors, page } = useCreateForm({
    key: 'new user',
    empty: EMPTY_FORM,
    drafted: KEPT_FIELDS,
    validate: errorsOf,
    create: (form) => (writeId) => createUser({ writeId, body: newUserBody(form) }),
    errorMessage: (failure) => errorMessageOr(failure, screenMessages.userCreateFailed),
    list: paths.users(),
    done: 'User created.',
    showError,
  });
  return (
    <CreatePage
      title="New User"
      list={{ to: paths.users(), label: 'Users' }}
      action="Creating a user"
      online={online}
      error={error}
      {...page}
    >
      <NameField value={form.name} error={errors.name} onChange={(name) => change({ name })} />
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
