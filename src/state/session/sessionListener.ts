import { isAnyOf, isFulfilled, isPending, isRejected, isRejectedWithValue } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import { authApi } from '../../api/authApi';
import { asApiError, isDeactivation, isSignedOut } from '../../api/client/errors';
import { asRecord } from '../../api/parsers/values';
import { connectivityChanged, sessionConfirmedForQueue } from '../../offline/actions';
import { cachesCleared } from '../slices/cacheSlice';
import { isRehydrated } from '../root/rehydrationRetry';
import type { AppDispatch, StartListening } from '../root/types';
import {
  sessionConfirmed,
  sessionDeactivated,
  sessionEnded,
  signedOut,
  signedOutElsewhere,
} from '../slices/sessionSlice';
import { checkSession } from './session';

/** Removes a user's cached data from the device and the screens. */
function clearCaches(dispatch: AppDispatch): void {
  dispatch(cachesCleared());
  dispatch(api.util.resetApiState());
}

/**
 * Updates the session from the responses of all calls, and clears another user's data. `clearRecords` removes the
 * drafts of every tab, what they sent, and the cleared caches from the disk.
 */
export function listenForSession(startListening: StartListening, clearRecords: () => Promise<void>): void {
  /** The running calls of the present session; a call from before it cannot end it. */
  const ofThisSession = new Set<string>();
  startListening({ matcher: isPending, effect: ({ meta }) => void ofThisSession.add(meta.requestId) });
  /**
   * A 401 of the API means that nobody is signed in; a 403 may mean that the account is deactivated. Caches and drafts
   * stay for the next sign-in of the same user.
   */
  startListening({
    matcher: isRejectedWithValue,
    effect: ({ payload, meta }, { dispatch, getState }) => {
      if (!ofThisSession.has(meta.requestId) || getState().session.status !== 'present') return;
      const failure = asApiError(payload);
      if (isSignedOut(failure)) dispatch(sessionEnded());
      else if (isDeactivation(failure)) dispatch(sessionDeactivated());
    },
  });
  const forget = ({ meta }: { meta: { requestId: string } }) => void ofThisSession.delete(meta.requestId);
  startListening({ matcher: isFulfilled, effect: forget });
  startListening({ matcher: isRejected, effect: forget });
  /** A sign-in may finish before the check at the start has its response; it still counts as a sign-in. */
  let signedIn = false;
  startListening({
    matcher: authApi.endpoints.login.matchFulfilled,
    effect: () => {
      signedIn = true;
    },
  });
  /** If another person signed in, the previous user's caches are cleared. A newly confirmed user's queue can be sent. */
  startListening({
    actionCreator: sessionConfirmed,
    effect: ({ payload: user }, { dispatch, getOriginalState }) => {
      const { status, verified, user: before, cacheOwnerId } = getOriginalState().session;
      if (status !== 'present') ofThisSession.clear();
      if (cacheOwnerId !== null && cacheOwnerId !== user._id) clearCaches(dispatch);
      const by = status === 'loading' && !signedIn ? 'start' : 'signIn';
      signedIn = false;
      if (!verified || before?._id !== user._id) dispatch(sessionConfirmedForQueue({ userId: user._id, by }));
    },
  });
  /**
   * A sign-in in another tab may have come while the server could not be asked. A pending sign-out is not sent from here:
   * somebody may have signed in in another tab, whose message has not arrived yet, and it would end that session.
   */
  startListening({
    actionCreator: connectivityChanged,
    effect: ({ payload }, { dispatch, getState }) => {
      const { status, signOutPending } = getState().session;
      if (payload.online && status === 'absent' && !signOutPending) void dispatch(checkSession());
    },
  });
  startListening({
    matcher: isAnyOf(signedOut, signedOutElsewhere),
    effect: (_, { dispatch }) => clearCaches(dispatch),
  });
  /** A late read of the disk has shown which user this device remembers, and whose caches it holds. */
  startListening({
    predicate: (action) => isRehydrated(action) && action.key === 'session',
    effect: (action, { dispatch, getState }) => {
      const { status, user } = getState().session;
      if (!isRehydrated(action) || !user) return;
      if (status === 'absent') void dispatch(checkSession());
      const owner = asRecord(action.payload).cacheOwnerId ?? user._id;
      if (status !== 'present' || owner === user._id) return;
      clearCaches(dispatch);
      dispatch(sessionConfirmedForQueue({ userId: user._id, by: 'signIn' }));
    },
  });
  /** Also removes the records that this tab never read. */
  startListening({ actionCreator: cachesCleared, effect: clearRecords });
}
