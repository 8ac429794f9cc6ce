/** The part of a BroadcastChannel that is used. A message never comes back to its sender. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/** The channels between the tabs of a device, besides that of the queue. */
export interface TabChannels {
  /** Who is signed in (`shareSession`). */
  session: TabChannel;
  /** What was sent (`shareSent`). */
  sent: TabChannel;
}

/** A channel whose messages wait for the listener, which handles them in order. */
export function holdMessages(channel: TabChannel): TabChannel {
  let listen: (listener: (event: MessageEvent<unknown>) => void) => void;
  const listening = new Promise<Parameters<typeof listen>[0]>((resolve) => {
    listen = resolve;
  });
  channel.addEventListener('message', (event) => void listening.then((listener) => listener(event)));
  return {
    postMessage: (message) => channel.postMessage(message),
    addEventListener: (_, listener) => listen(listener),
  };
}

/**
 * Opens the channels of a tab. Called before the tab reads the disk: what other tabs send from then on may be missing
 * in what it reads, and is handled after that.
 */
export const openTabChannels = (): TabChannels => ({
  session: holdMessages(new BroadcastChannel('field-sales-session')),
  sent: holdMessages(new BroadcastChannel('field-sales-sent')),
});
