import { useCallback } from 'react';
import { authApi } from '../../api/authApi';
import {
  type ApiError,
  asApiError,
  errorMessage,
  errorStatus,
  isDeactivation,
  isFromApi,
  isSignedOut,
} from '../../api/client/errors';
import type { LoginBody, SignedInUser, User } from '../../contract/users';
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
  signOutPersisted,
} from '../slices/sessionSlice';
import type { AppThunk } from '../root/types';

/** The action for a failed session check (deviation T1): only a refusal by the server itself ends the session. */
function outcomeOfFailure(failure: ApiError | null) {
  if (isDeactivation(failure)) return sessionDeactivated();
  const isRefused = isSignedOut(failure) || (errorStatus(failure) === 403 && isFromApi(failure));
  return isRefused ? sessionEnded() : sessionUnconfirmed();
}

/** Whether somebody signed in or out after a check was sent: its response is about the previous session. */
function isSuperseded(atRequest: SessionState, now: SessionState, response: User | null): boolean {
  const signedInSince = now.verified && !(atRequest.verified && atRequest.user?._id === now.user?._id);
  const signedOutSince = now.user === null && atRequest.user !== null;
  return (signedInSince && response?._id !== now.user?._id) || (signedOutSince && response !== null);
}

/** Asks the server who is signed in (spec §4, checked at start); a pending sign-out is delivered first. */
export const checkSession = recordable(
  'checkSession',
  (): AppThunk<Promise<void>> => async (dispatch, getState) => {
    if (getState().session.signOutPending) {
      const { error } = await dispatch(authApi.endpoints.logout.initiate());
      if (error) {
        dispatch(sessionUnconfirmed());
        return;
      }
      dispatch(signOutDelivered());
    }
    const atRequest = getState().session;
    const me = dispatch(authApi.endpoints.getMe.initiate(undefined, { forceRefetch: true, subscribe: false }));
    const { data, error, isSuccess } = await me;
    // With an error `data` is that of an earlier response.
    const who = isSuccess ? data : null;
    if (isSuperseded(atRequest, getState().session, who?.user ?? null)) return;
    if (who?.user) dispatch(sessionConfirmed(who.user));
    else dispatch(who ? sessionEnded() : outcomeOfFailure(asApiError(error)));
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
      if (!data) return errorMessage({ kind: 'network', reason: 'notOurServer' });
      dispatch(sessionConfirmed(data));
      await flush();
      return null;
    },
);

/**
 * Signs out on this device. Nothing of the person is shown from now on. The sign-in screen appears once the disk has
 * the sign-out; otherwise the next start would find the person signed in. The write to the disk and the call to the
 * server run side by side: a slow disk must not keep the server's session open. Without a connection the call is made
 * before the next session check.
 */
export const signOut = recordable(
  'signOut',
  (): AppThunk<Promise<void>> =>
    async (dispatch, _, { flush, flushInTime }) => {
      dispatch(signedOut());
      const persisted = flushInTime().finally(() => dispatch(signOutPersisted()));
      const [{ error }] = await Promise.all([dispatch(authApi.endpoints.logout.initiate()), persisted]);
      if (!error) dispatch(signOutDelivered());
      await flush();
    },
);

/**
 * Takes over the session of another tab. Another user of this tab is signed out at once, and their caches are cleared.
 * The server then says who is signed in.
 */
export const followSession = recordable(
  'followSession',
  ({ userId, signOutPending }: { userId: string | null; signOutPending: boolean }): AppThunk<Promise<void>> =>
    async (dispatch, getState) => {
      const { user, status, signOutPending: isPending } = getState().session;
      // The response to a check that is under way is about the session before.
      const check = dispatch(authApi.util.getRunningQueryThunk('getMe', undefined));
      if (!check && status === 'present' && user?._id === userId) return;
      if (userId === null || (user && user._id !== userId)) dispatch(signedOutElsewhere({ signOutPending }));
      else if (isPending) dispatch(signOutDelivered());
      if (userId === null) return;
      await check;
      await dispatch(checkSession());
    },
);

export function useSession(): SessionState {
  return useAppSelector((state) => state.session);
}

/** The signed-in user. Only for screens behind `RequireAccess`, where there always is one. */
export function useUser(): SignedInUser {
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
