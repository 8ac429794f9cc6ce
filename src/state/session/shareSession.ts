import { followSession } from './session';
import type { SessionState } from '../slices/sessionSlice';
import type { TabChannel } from '../root/tabChannels';
import type { AppStore } from '../root/types';

/** Who is signed in on this device. Tabs post it to each other, because they share the cookie and the disk. */
export interface SessionMessage {
  /** `null`: a person signed out. */
  userId: string | null;
  /** Whether the call that signs out is still to be made. Tabs of earlier builds know this name. */
  signOutOwed: boolean;
}

function isMessage(data: unknown): data is SessionMessage {
  if (typeof data !== 'object' || data === null || !('userId' in data) || !('signOutOwed' in data)) return false;
  return (data.userId === null || typeof data.userId === 'string') && typeof data.signOutOwed === 'boolean';
}

/** The message about a session: the confirmed user, or that a person signed out; `null` for neither. */
function messageOf({ user, verified, cacheOwnerId, signOutPending }: SessionState): SessionMessage | null {
  if (user) return verified ? { userId: user._id, signOutOwed: signOutPending } : null;
  // A session that ended by a 401 keeps its caches. Every tab learns of it from its own calls.
  return cacheOwnerId === null ? { userId: null, signOutOwed: signOutPending } : null;
}

/**
 * Makes all tabs of a device agree on who is signed in. A tab that stayed with the previous user would show that user
 * the next one's data, and would write its caches back to the disk after the sign-out had cleared them. Called before
 * the first session check, whose response may come after a message.
 */
export function shareSession(store: AppStore, channel: TabChannel): void {
  let isFollowing = false;
  let known = JSON.stringify(messageOf(store.getState().session));
  store.subscribe(() => {
    const message = messageOf(store.getState().session);
    const text = JSON.stringify(message);
    if (text === known) return;
    known = text;
    if (message && !isFollowing) channel.postMessage(message);
  });
  channel.addEventListener('message', ({ data }) => {
    if (!isMessage(data)) return;
    // A received message is not posted again: a repeated sign-out would end the next person's session.
    isFollowing = true;
    void store.dispatch(followSession({ userId: data.userId, signOutPending: data.signOutOwed }));
    isFollowing = false;
  });
}
