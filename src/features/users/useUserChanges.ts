import { useState } from 'react';
import { type ApiError, asApiError, errorMessage } from '../../api/client/errors';
import { type UserChange, useUpdateUserMutation } from '../../api/usersApi';
import type { User } from '../../contract/users';
import { USER_ERROR_QUOTE_CHARS } from '../../domain/constants';
import { screenMessages } from '../../domain/screenMessages';
import type { Role } from '../../domain/roles';
import { validateRoles, withRole } from '../../domain/userRules';
import { useNavigateIfStillHere } from '../../state/drafts/useNavigateIfStillHere';
import { useAppDispatch } from '../../state/root/hooks';
import { checkSession, useUser } from '../../state/session/session';

/** 'User update failed ({status}): ' and the first 120 characters of what the server said (spec §8). */
function updateFailedText(failure: ApiError): string {
  if (failure.kind !== 'http') return errorMessage(failure);
  return screenMessages.userUpdateFailed(failure.status, failure.body.slice(0, USER_ERROR_QUOTE_CHARS));
}

export interface UserChanges {
  /** The error of the last change of each user, by user id. */
  errors: Readonly<Record<string, string | null>>;
  setActive: (user: User, active: boolean) => void;
  setRole: (user: User, role: Role, on: boolean) => void;
}

/** Changes of users by their checkboxes. The list shows a change at once, and resets it when it is refused. */
export function useUserChanges(): UserChanges {
  const dispatch = useAppDispatch();
  const me = useUser();
  const [updateUser] = useUpdateUserMutation();
  const { showErrorIfMounted } = useNavigateIfStillHere();
  const [errors, setErrors] = useState<Record<string, string | null>>({});
  const showError = (user: User, text: string | null) => setErrors((current) => ({ ...current, [user._id]: text }));

  const update = async (user: User, change: UserChange) => {
    showError(user, null);
    const { error } = await updateUser({ id: user._id, ...change });
    const failure = asApiError(error);
    if (failure) showErrorIfMounted(updateFailedText(failure), (text) => showError(user, text));
    // A change of the signed-in user changes what this app may show.
    else if (user._id === me._id) await dispatch(checkSession());
  };

  return {
    errors,
    setActive: (user, active) => void update(user, { body: { active } }),
    setRole: (user, role, on) => {
      const fault = validateRoles(withRole(user.roles, role, on));
      if (fault) showError(user, fault);
      else void update(user, { role, on });
    },
  };
}
