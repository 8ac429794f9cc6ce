import type { QueueChannel } from '../../../src/offline/tabs/queueChannel';
import type { TabChannel } from '../../../src/state/root/tabChannels';
import type { SimClock } from './simClock';

/** The tabs that listen to the channels of one device, by tab and channel. */
export type Listeners = Map<string, Map<string, Set<(message: unknown) => void>>>;

/** One tab of a device whose clock the test moves. */
interface ListeningTab {
  clock: SimClock;
  listeners: Listeners;
  tabId: string;
  isAlive(): boolean;
}

/** Delivers messages to the other tabs a moment later. */
function wire({ clock, listeners, tabId, isAlive }: ListeningTab, name: string) {
  return {
    post(message: unknown) {
      for (const [other, channels] of listeners) {
        if (other === tabId || !isAlive()) continue;
        for (const listener of channels.get(name) ?? []) clock.schedule(() => listener(structuredClone(message)), 0);
      }
    },
    subscribe(onMessage: (message: unknown) => void) {
      const channels = listeners.get(tabId) ?? new Map<string, Set<(message: unknown) => void>>();
      const own = channels.get(name) ?? new Set();
      listeners.set(tabId, channels.set(name, own));
      const listener = (message: unknown) => isAlive() && onMessage(message);
      own.add(listener);
      return () => void own.delete(listener);
    },
  };
}

/** The channel of the queue between the tabs. */
export const queueChannelOf = (tab: ListeningTab): QueueChannel => wire(tab, 'queue') as QueueChannel;

/** The channel of the sent changes between the tabs. */
export function sentChannelOf(tab: ListeningTab): TabChannel {
  const { post, subscribe } = wire(tab, 'sent');
  return {
    postMessage: post,
    addEventListener: (_, listener) => void subscribe((data) => listener(new MessageEvent('message', { data }))),
  };
}
