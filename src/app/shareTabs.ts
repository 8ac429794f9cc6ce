import { shareSent } from '../state/outbox/shareSent';
import { shareSession } from '../state/session/shareSession';
import type { AppStore } from '../state/root/types';

/**
 * Makes all tabs of a device agree on who is signed in, and know what any of them sent. Called before the first session
 * check: after it this tab sends, and another tab may send meanwhile.
 */
export function shareTabs(store: AppStore): void {
  shareSession(store);
  shareSent(store);
}
