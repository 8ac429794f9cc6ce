import { useCallback } from 'react';
import { authApi } from '../../api/authApi';
import { type ApiError, asApiError, errorStatus, errorMessage, isDeactivation } from '../../api/client/errors';
import type { LoginBody, User } from '../../contract/users';
import { recordable } from '../../recording/core/intents';
import { useAppDispatch, useAppSelector } from '../root/hooks';
import type { SessionState } from '../slices/sessionSlice';
import {
  sessionConfirmed,
  sessionDeactivated,
  sessionEnded,
  sessionUnconfirmed,
  signedOut,
  signedOutElsewhere,
  signOutDelivered,
  signOutKept,
} from '../slices/sessionSlice';
import type { AppThunk } from '../root/types';

/** What a failed session check says of the session (deviation T1): only the server's own no ends it. */
function outcomeOfFailure(failure: ApiError | null) {
  if (isDeactivation(failure)) return sessionDeactivated();
  const isOurs = failure?.kind === 'refused' && failure.message !== null;
  const isEnded = errorStatus(failure) === 401 || (isOurs && failure.status === 403);
  return isEnded ? sessionEnded() : sessionUnconfirmed();
}

/** Whether somebody signed in or out since a check was sent, so that its answer is about the session before. */
function isOvertaken(asked: SessionState, now: SessionState, answer: User | null): boolean {
  const signedInSince = now.verified && !(asked.verified && asked.user?._id === now.user?._id);
  const signedOutSince = now.user === null && asked.user !== null;
  return (signedInSince && answer?._id !== now.user?._id) || (signedOutSince && answer !== null);
}

/** Asks the server who is signed in (spec §4, checked at start); a sign-out it was not told of goes first. */
export const checkSession = recordable(
  'checkSession',
  (): AppThunk<Promise<void>> => async (dispatch, getState) => {
    if (getState().session.signOutOwed) {
      const told = await dispatch(authApi.endpoints.logout.initiate());
      if (told.error) {
        dispatch(sessionUnconfirmed());
        return;
      }
      dispatch(signOutDelivered());
    }
    const asked = getState().session;
    const me = dispatch(authApi.endpoints.getMe.initiate(undefined, { forceRefetch: true, subscribe: false }));
    const { data, error, isSuccess } = await me;
    if (isOvertaken(asked, getState().session, data ?? null)) return;
    if (isSuccess && data) dispatch(sessionConfirmed(data));
    else dispatch(isSuccess ? sessionEnded() : outcomeOfFailure(asApiError(error)));
  },
);

/** Signs in; `null` on success, else the sentence to show in red above the form (spec §2, Login). */
export const signIn = recordable(
  'signIn',
  (credentials: LoginBody): AppThunk<Promise<string | null>> =>
    async (dispatch, _, { flush }) => {
      const { data, error } = await dispatch(authApi.endpoints.login.initiate(credentials));
      const failure = asApiError(error);
      if (failure) return errorMessage(failure);
      if (!data) return errorMessage({ kind: 'unreachable', reason: 'notOurServer' });
      dispatch(sessionConfirmed(data));
      await flush();
      return null;
    },
);

/**
 * Signs out here: nothing of the person is shown any more, and the sign-in comes once the disk has it, so that who was
 * sent there is not found signed in when the app is opened again. The disk and the server are told side by side, so that
 * a slow disk doesn't hold the server's session open for whoever has the device next; without a connection the server is
 * told before it is next asked.
 */
export const signOut = recordable(
  'signOut',
  (): AppThunk<Promise<void>> =>
    async (dispatch, _, { flush, flushInTime }) => {
      dispatch(signedOut());
      const kept = flushInTime().finally(() => dispatch(signOutKept()));
      const [{ error }] = await Promise.all([dispatch(authApi.endpoints.logout.initiate()), kept]);
      if (!error) dispatch(signOutDelivered());
      await flush();
    },
);

/**
 * Another tab of this device tells who is signed in there. Whoever else was signed in here is so no more, at once and
 * with nothing of theirs left; who came in their place is for the server to say.
 */
export const followSession = recordable(
  'followSession',
  ({ userId, signOutOwed }: { userId: string | null; signOutOwed: boolean }): AppThunk<Promise<void>> =>
    async (dispatch, getState) => {
      const { user, status } = getState().session;
      if (status === 'present' && user?._id === userId) return;
      if (userId === null || (user !== null && user._id !== userId)) dispatch(signedOutElsewhere({ signOutOwed }));
      else if (getState().session.signOutOwed) dispatch(signOutDelivered());
      if (userId !== null) await dispatch(checkSession());
    },
);

export function useSession(): SessionState {
  return useAppSelector((state) => state.session);
}

/** The signed-in user. Only for screens behind `RequireAccess`, where there always is one. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('useUser outside a signed-in screen');
  return user;
}

export function useSignIn(): (credentials: LoginBody) => Promise<string | null> {
  const dispatch = useAppDispatch();
  return useCallback((credentials) => dispatch(signIn(credentials)), [dispatch]);
}

export function useSignOut(): () => Promise<void> {
  const dispatch = useAppDispatch();
  return useCallback(() => dispatch(signOut()), [dispatch]);
}
