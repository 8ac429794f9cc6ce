import { fields, number, oneOf, orNull, recordShape, text } from './recordShapes';
import type { ReplayReport } from './types';

/** The queue on disk changed; by a pass, when there is a report. */
export interface QueueMessage {
  type: 'queueChanged';
  report: ReplayReport | null;
}

const report = fields<ReplayReport>({
  userId: text,
  pushed: number,
  refused: number,
  remaining: number,
  ended: oneOf('finished', 'noConnection', 'signedOut', 'serverBusy', 'storageFailed', 'notRun'),
  retryAfterMs: orNull(number),
  at: number,
});

const messageSchema = recordShape(
  'message',
  fields<QueueMessage>({ type: oneOf('queueChanged'), report: orNull(report) }),
);

/** How the tabs of a device tell each other. A message never comes back to its sender. */
export interface QueueChannel {
  post(message: QueueMessage): void;
  /** Gives what ends it. */
  subscribe(onMessage: (message: QueueMessage) => void): () => void;
}

/** Over a BroadcastChannel. What other versions of the app say is parsed, and left alone when not understood. */
export function createQueueChannel(
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>,
): QueueChannel {
  return {
    post: (message) => channel.postMessage(message),
    subscribe(onMessage) {
      const listener = (event: Event) => {
        const parsed = messageSchema.safeParse((event as MessageEvent).data);
        if (parsed.success) onMessage(parsed.data);
      };
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
  };
}
