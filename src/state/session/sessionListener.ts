import { isAnyOf, isFulfilled, isPending, isRejected, isRejectedWithValue } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import { authApi } from '../../api/authApi';
import { asApiError, isDeactivation, isSignedOut } from '../../api/client/errors';
import { asRecord } from '../../api/parsers/values';
import { connectivityChanged, sessionConfirmedForQueue, windowFocused } from '../../offline/actions';
import { cachesCleared, cachesForgotten, cachesReplaced } from '../slices/cacheSlice';
import { isRehydrated } from '../root/rehydrationRetry';
import type { AppDispatch, StartListening } from '../root/types';
import {
  cachesOwned,
  sessionConfirmed,
  sessionDeactivated,
  sessionEnded,
  signedOut,
  signedOutElsewhere,
} from '../slices/sessionSlice';
import { checkSession } from './session';

/** The disk of the device, whose records may be another person's. */
interface PersonalRecords {
  /** Removes the drafts of every tab, what they sent, and the cleared caches. Resolves when they are removed. */
  clear(): Promise<void>;
  /** Reads the forgotten caches and drafts again. */
  readAgain(): void;
  /** Whether they are this user's or nobody's; with `null`, whether they are nobody's. */
  areOf(userId: string | null): Promise<boolean>;
}

/** Removes a user's cached data from this tab, and from the device by `cachesCleared`. */
function drop(dispatch: AppDispatch, from: typeof cachesCleared | typeof cachesForgotten): void {
  dispatch(from());
  dispatch(api.util.resetApiState());
}

/** Updates the session from the responses of all calls, and clears another user's data. */
export function listenForSession(startListening: StartListening, records: PersonalRecords): void {
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
  /**
   * If another person signed in, here or in another tab, the disk says whose caches it has. A newly confirmed user's
   * queue can be sent.
   */
  startListening({
    actionCreator: sessionConfirmed,
    effect: ({ payload: user }, { dispatch, getState, getOriginalState }) => {
      const { status, verified, user: before, cacheOwnerId } = getOriginalState().session;
      if (status !== 'present') ofThisSession.clear();
      if (cacheOwnerId !== user._id) {
        drop(dispatch, cachesForgotten);
        const areOwn = records.areOf(user._id).catch(() => cacheOwnerId === null);
        void areOwn.then((isOwn) => {
          // Somebody may have signed out meanwhile.
          if (getState().session.user?._id !== user._id) return;
          if (!isOwn) {
            dispatch(cachesReplaced());
            return;
          }
          dispatch(cachesOwned());
          records.readAgain();
        });
      }
      const by = status === 'loading' && !signedIn ? 'start' : 'signIn';
      signedIn = false;
      if (!verified || before?._id !== user._id) dispatch(sessionConfirmedForQueue({ userId: user._id, by }));
    },
  });
  /**
   * A sign-in in another tab may have come while the server could not be asked. A pending sign-out is not sent from
   * here: somebody may have signed in in another tab, whose message has not arrived yet, and it would end that session.
   */
  startListening({
    matcher: isAnyOf(connectivityChanged, windowFocused),
    effect: (_, { dispatch, getState }) => {
      const { status, signOutPending } = getState().session;
      if (status === 'absent' && !signOutPending) void dispatch(checkSession());
    },
  });
  startListening({
    actionCreator: signedOut,
    effect: (_, { dispatch }) => drop(dispatch, cachesCleared),
  });
  /**
   * The tab of the sign-out clears the disk. This one may have written to it since, or it hears so late that the disk
   * is the next person's.
   */
  startListening({
    actionCreator: signedOutElsewhere,
    effect: async (_, { dispatch, getState }) => {
      drop(dispatch, cachesForgotten);
      const areNobodys = await records.areOf(null).catch(() => false);
      if (areNobodys && getState().session.cacheOwnerId === null) dispatch(cachesCleared());
    },
  });
  /** A late read of the disk has shown which user this device remembers, and whose caches it holds. */
  startListening({
    predicate: (action) => isRehydrated(action) && action.key === 'session',
    effect: (action, { dispatch, getState }) => {
      const { status, user } = getState().session;
      if (!isRehydrated(action) || !user) return;
      if (status === 'absent') void dispatch(checkSession());
      const owner = asRecord(action.payload).cacheOwnerId ?? user._id;
      if (owner === user._id) return;
      // A tab may have ended after a sign-in, before it had removed the data of the user before.
      drop(dispatch, cachesCleared);
      if (status === 'present') dispatch(sessionConfirmedForQueue({ userId: user._id, by: 'signIn' }));
    },
  });
  /**
   * Also removes records that this tab has not read. `cachesOwned` follows: if the tab ends after a sign-in and before
   * it, `cacheOwnerId` still names the earlier user, and the next start removes the records.
   */
  startListening({
    matcher: isAnyOf(cachesCleared, cachesReplaced),
    effect: async (_, { dispatch }) => {
      await records.clear();
      dispatch(cachesOwned());
    },
  });
}
