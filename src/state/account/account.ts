import { useCallback } from 'react';
import { useChangePasswordMutation, useEndSessionsMutation } from '../../api/accountApi';
import { type ApiError, asApiError } from '../../api/client/errors';
import { useAppDispatch } from '../root/hooks';
import { signOut } from '../session/session';
import { sessionConfirmed } from '../slices/sessionSlice';

/** Changes the user's password. Returns `null` on success. The other sessions end; this one continues. */
export function useChangeOwnPassword(): (current: string, next: string) => Promise<ApiError | null> {
  const dispatch = useAppDispatch();
  const [change] = useChangePasswordMutation();
  return useCallback(
    async (currentPassword, newPassword) => {
      const { data, error } = await change({ currentPassword, newPassword });
      if (data) dispatch(sessionConfirmed(data));
      return asApiError(error);
    },
    [change, dispatch],
  );
}

/** Ends every session of the user, this one too. Returns `null` on success. Waiting changes stay on this device. */
export function useSignOutEverywhere(): () => Promise<ApiError | null> {
  const dispatch = useAppDispatch();
  const [endSessions] = useEndSessionsMutation();
  return useCallback(async () => {
    const failure = asApiError((await endSessions()).error);
    if (failure === null) await dispatch(signOut());
    return failure;
  }, [endSessions, dispatch]);
}
