import type { BrowserContext } from '@playwright/test';
import type { FaultProxy } from '../proxy/faultProxy';

/** The signal as the whole device has it: the network and what the browser says of it. */
export interface Signal {
  lose(): Promise<void>;
  regain(): Promise<void>;
}

/** The signal of a context's pages; before the first of them is opened. */
export async function signalOf(context: BrowserContext, network: FaultProxy): Promise<Signal> {
  // Chromium tells a page that was opened without a signal nothing of its return; a phone's browser does.
  await context.addInitScript(() => addEventListener('offline', () => Object.assign(window, { hasLostSignal: true })));
  const tell = () => void ('hasLostSignal' in window || dispatchEvent(new Event('online')));
  return {
    lose: async () => {
      network.offline();
      await context.setOffline(true);
    },
    regain: async () => {
      network.online();
      await context.setOffline(false);
      await Promise.all(context.pages().map((page) => page.evaluate(tell)));
    },
  };
}
