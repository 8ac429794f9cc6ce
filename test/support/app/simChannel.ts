import type { QueueChannel, QueueMessage } from '../../../src/offline/tabs/queueChannel';
import type { SimClock } from './simClock';

/** A channel between the tabs, which delivers messages a moment later. */
export function channelOf(
  device: { clock: SimClock; listeners: Map<string, Set<(message: QueueMessage) => void>> },
  tabId: string,
  isAlive: () => boolean,
): QueueChannel {
  return {
    post(message) {
      for (const [other, listeners] of device.listeners) {
        if (other === tabId || !isAlive()) continue;
        for (const listener of listeners) device.clock.schedule(() => listener(structuredClone(message)), 0);
      }
    },
    subscribe(onMessage) {
      const own = device.listeners.get(tabId) ?? new Set();
      device.listeners.set(tabId, own);
      const listener = (message: QueueMessage) => isAlive() && onMessage(message);
      own.add(listener);
      return () => void own.delete(listener);
    },
  };
}
