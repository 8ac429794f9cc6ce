import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SignedInUser } from '../../contract/users';

/*
 *   loading ──401/403, or no response and no stored user───▶ absent ◀──────────────┐
 *      │                                                      │                    │ 401 on a call, or sign-out:
 *      │ getMe names a user                     sign-in       │                    │ then "loading" until the
 *      ├──────────────▶ present, verified ◀───────────────────┘                    │ sign-out is stored
 *      │ no response, but a stored user            ▲                               │
 *      └──────────────▶ present, unverified ───────┘ response to getMe ────────────┘
 *
 *   From each of them: 403 "account deactivated", with a stored user ──▶ deactivated, until a 401 or another sign-in.
 */
export interface SessionState {
  status: 'loading' | 'absent' | 'present' | 'deactivated';
  /** The signed-in user. While loading, the stored one; when deactivated, the one whose account it is. */
  user: SignedInUser | null;
  /** Whether the server has confirmed the user since the app started. Only a confirmed user's queue is sent. */
  verified: boolean;
  /** true: the server has not received the sign-out on this device. The call is made before the next session check. */
  signOutPending: boolean;
  /** The server said that the user's account is deactivated. Stored, unlike `status`, so that it survives a restart. */
  isDeactivated: boolean;
  /**
   * The id of the user whose caches and drafts the disk may have. It changes after those of another user are removed.
   */
  cacheOwnerId: string | null;
}

const initialState: SessionState = {
  status: 'loading',
  user: null,
  verified: false,
  signOutPending: false,
  isDeactivated: false,
  cacheOwnerId: null,
};

/** The fields that are stored across a restart (deviation T1). */
export const PERSISTED_SESSION_KEYS: (keyof SessionState)[] = [
  'user',
  'signOutPending',
  'isDeactivated',
  'cacheOwnerId',
];

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** The server named the user: by getMe or by signing in. */
    sessionConfirmed: (session, { payload: user }: PayloadAction<SignedInUser>) => {
      session.status = 'present';
      session.user = user;
      session.verified = true;
      session.signOutPending = false;
      session.isDeactivated = false;
    },
    /** The disk has nothing of another user any more. */
    cachesOwned: (session) => {
      session.cacheOwnerId = session.user?._id ?? null;
    },
    /** The session check got no response: the stored user stays, unverified. Without one nobody is signed in. */
    sessionUnconfirmed: (session) => {
      const known = session.isDeactivated ? 'deactivated' : 'present';
      session.status = session.user ? known : 'absent';
      session.verified = false;
    },
    /** The server says that nobody is signed in. */
    sessionEnded: (session) => {
      session.status = 'absent';
      session.user = null;
      session.verified = false;
      session.isDeactivated = false;
    },
    /** The server says that the account of the signed-in user is deactivated. The user's changes stay in the queue. */
    sessionDeactivated: (session) => {
      session.isDeactivated = session.user !== null;
      session.status = session.user ? 'deactivated' : 'absent';
      session.verified = false;
    },
    /** The person signed out on this device. Disk and server do not have the sign-out yet. */
    signedOut: (): SessionState => ({ ...initialState, signOutPending: true }),
    /** The disk has the sign-out, unless it hangs. Somebody may have signed in meanwhile, in another tab. */
    signOutPersisted: (session) => {
      if (session.status === 'loading') session.status = 'absent';
    },
    /** The person signed out in another tab of this device. */
    signedOutElsewhere: (
      _,
      { payload: { signOutPending } }: PayloadAction<{ signOutPending: boolean }>,
    ): SessionState => ({
      ...initialState,
      status: 'absent',
      signOutPending,
    }),
    /** The server has the pending sign-out. */
    signOutDelivered: (session) => {
      session.signOutPending = false;
    },
  },
});

/** Whose caches and drafts a tab has in memory: the signed-in user's, and after a 401 those of the last one. */
export const cacheUserId = ({ user, cacheOwnerId }: SessionState): string | null => user?._id ?? cacheOwnerId;

export const {
  cachesOwned,
  sessionConfirmed,
  sessionUnconfirmed,
  sessionEnded,
  sessionDeactivated,
  signedOut,
  signedOutElsewhere,
  signOutDelivered,
  signOutPersisted,
} = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
