import {
  createListenerMiddleware,
  isAnyOf,
  isFulfilled,
  isPending,
  isRejected,
  isRejectedWithValue,
} from '@reduxjs/toolkit';
import { api } from '../../api/api';
import { authApi } from '../../api/authApi';
import { asApiError, errorStatus, isDeactivation } from '../../api/client/errors';
import { sessionConfirmedForQueue } from '../../offline/actions';
import { cachesCleared } from '../slices/cacheSlice';
import type { RootState } from '../root/rootReducer';
import {
  sessionConfirmed,
  sessionDeactivated,
  sessionEnded,
  signedOut,
  signedOutElsewhere,
} from '../slices/sessionSlice';

const UNAUTHORISED = 401;

/**
 * Keeps the session, and whose data this device holds, true to what the calls say. `clearDrafts` removes the drafts of
 * every tab from the disk.
 */
export function sessionListener(clearDrafts: () => Promise<void>) {
  const listener = createListenerMiddleware<RootState>();
  /** The calls under way that were made in the present session; one from before it can't say that it is over. */
  const ofThisSession = new Set<string>();
  listener.startListening({ matcher: isPending, effect: ({ meta }) => void ofThisSession.add(meta.requestId) });
  listener.startListening({
    actionCreator: sessionConfirmed,
    effect: (_, { getOriginalState }) => {
      if (getOriginalState().session.status !== 'present') ofThisSession.clear();
    },
  });
  /**
   * A call answered 401: nobody is signed in; or 403, since the account is deactivated. Who signs in again finds the
   * caches and the forms as they were.
   */
  listener.startListening({
    matcher: isRejectedWithValue,
    effect: ({ payload, meta }, { dispatch, getState }) => {
      if (!ofThisSession.has(meta.requestId) || getState().session.status !== 'present') return;
      const failure = asApiError(payload);
      if (errorStatus(failure) === UNAUTHORISED) dispatch(sessionEnded());
      else if (isDeactivation(failure)) dispatch(sessionDeactivated());
    },
  });
  const forget = ({ meta }: { meta: { requestId: string } }) => void ofThisSession.delete(meta.requestId);
  listener.startListening({ matcher: isFulfilled, effect: forget });
  listener.startListening({ matcher: isRejected, effect: forget });
  /** Another person than the one whose caches these are: nothing of theirs may be seen. */
  listener.startListening({
    actionCreator: sessionConfirmed,
    effect: ({ payload: user }, { dispatch, getOriginalState }) => {
      const { cacheOwnerId } = getOriginalState().session;
      if (cacheOwnerId !== null && cacheOwnerId !== user._id) {
        dispatch(cachesCleared());
        dispatch(api.util.resetApiState());
      }
    },
  });
  /** Somebody may sign in before the check at the start has its answer: that is a sign-in all the same. */
  let signedIn = false;
  listener.startListening({
    matcher: authApi.endpoints.login.matchFulfilled,
    effect: () => {
      signedIn = true;
    },
  });
  /** A user was confirmed who was not before: what waits for them can be sent. */
  listener.startListening({
    actionCreator: sessionConfirmed,
    effect: ({ payload: user }, { dispatch, getOriginalState }) => {
      const { status, verified, user: before } = getOriginalState().session;
      const by = status === 'loading' && !signedIn ? 'start' : 'signIn';
      signedIn = false;
      if (!verified || before?._id !== user._id) dispatch(sessionConfirmedForQueue({ userId: user._id, by }));
    },
  });
  listener.startListening({
    matcher: isAnyOf(signedOut, signedOutElsewhere),
    effect: (_, { dispatch }) => {
      dispatch(cachesCleared());
      dispatch(api.util.resetApiState());
    },
  });
  /** Those too that this tab never read. */
  listener.startListening({ actionCreator: cachesCleared, effect: clearDrafts });
  return listener.middleware;
}
