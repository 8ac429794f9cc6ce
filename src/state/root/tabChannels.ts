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

/** A channel whose messages wait for the listener, which handles them in order. Of states only the last one matters. */
export function holdMessages(channel: TabChannel, areStates = false): TabChannel {
  let held: MessageEvent<unknown>[] = [];
  let listener = (event: MessageEvent<unknown>) => {
    held = areStates ? [event] : [...held, event];
  };
  channel.addEventListener('message', (event) => listener(event));
  return {
    postMessage: (message) => channel.postMessage(message),
    addEventListener: (_, next) => {
      listener = next;
      for (const event of held.splice(0)) next(event);
    },
  };
}

/**
 * Opens the channels of a tab. Called before the tab reads the disk: what other tabs send from then on may be missing
 * in what it reads, and is handled after that.
 */
export const openTabChannels = (): TabChannels => ({
  session: holdMessages(new BroadcastChannel('field-sales-session'), true),
  sent: holdMessages(new BroadcastChannel('field-sales-sent')),
});
