import { followSession } from './session';
import type { SessionState } from '../slices/sessionSlice';
import type { AppStore } from '../root/types';

/** Who is signed in on this device, as its tabs tell each other: they share the cookie and the disk. */
export interface SessionMessage {
  /** `null`: a person signed out. */
  userId: string | null;
  /** The server has still to be told of the sign-out. */
  signOutOwed: boolean;
}

/** The part of a BroadcastChannel that is used. A message never comes back to its sender. */
export type SessionChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

function isMessage(data: unknown): data is SessionMessage {
  if (typeof data !== 'object' || data === null || !('userId' in data) || !('signOutOwed' in data)) return false;
  return (data.userId === null || typeof data.userId === 'string') && typeof data.signOutOwed === 'boolean';
}

/** What there is to tell: whom the server confirmed, or that a person signed out; `null` for neither. */
function newsOf({ user, verified, cachesOf, signOutOwed }: SessionState): SessionMessage | null {
  if (user) return verified ? { userId: user._id, signOutOwed } : null;
  // A session that ended by a 401 keeps its caches, and every tab hears of it from its own calls.
  return cachesOf === null ? { userId: null, signOutOwed } : null;
}

/**
 * Has the tabs of a device agree on who is signed in. A tab that went on as the person before would show the next
 * one's answers as theirs, and write what it holds back over the caches that the sign-out had wiped.
 */
export function shareSession(channel: SessionChannel, store: AppStore): void {
  let isFollowing = false;
  let known = JSON.stringify(newsOf(store.getState().session));
  store.subscribe(() => {
    const news = newsOf(store.getState().session);
    const text = JSON.stringify(news);
    if (text === known) return;
    known = text;
    if (news && !isFollowing) channel.postMessage(news);
  });
  channel.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (!isMessage(data)) return;
    // What was heard is not told again: a sign-out that echoes would meet the next person's sign-in.
    isFollowing = true;
    void store.dispatch(followSession(data));
    isFollowing = false;
  });
}
