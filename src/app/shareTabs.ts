import { shareSent } from '../state/outbox/shareSent';
import { shareSession } from '../state/session/shareSession';
import type { TabChannels } from '../state/root/tabChannels';
import type { AppStore } from '../state/root/types';
import { listenForClosedVisits } from '../state/visits/closedVisits';
import { listenForStartedVisits } from '../state/visits/startedVisits';

/**
 * Makes all tabs of a device agree on who is signed in, and know what any of them sent and which visits their waiting
 * starts are. Called before the first session check: after it this tab reads and sends, and another tab may send
 * meanwhile.
 */
export function shareTabs(store: AppStore, { session, sent }: TabChannels): void {
  shareSession(store, session);
  shareSent(store, sent);
  listenForStartedVisits(store);
  listenForClosedVisits(store);
}
