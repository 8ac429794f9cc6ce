import type { ReplaySummary } from '../replay/replaySummary';
import { count, fields, number, oneOf, orNull, recordShape, text } from '../storage/validators';
import type { Heartbeat } from './locks';

/** 'queueChanged': the queue on disk changed; by a pass, when there is a report. 'replaying': the sender is alive. */
export interface QueueMessage {
  type: 'queueChanged' | 'replaying';
  report: ReplaySummary | null;
}

const report = fields<ReplaySummary>({
  userId: text,
  pushed: count,
  refused: count,
  remaining: count,
  ended: oneOf('finished', 'noConnection', 'signedOut', 'serverBusy', 'storageFailed', 'notRun'),
  retryAfterMs: orNull(number),
  at: number,
});

const messageSchema = recordShape(
  'message',
  fields<QueueMessage>({ type: oneOf('queueChanged', 'replaying'), report: orNull(report) }),
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

/** The signs of life of the replaying tab, over the same channel. */
export function heartbeatOver(channel: QueueChannel): Heartbeat {
  return {
    give: () => channel.post({ type: 'replaying', report: null }),
    subscribe: (onSign) => channel.subscribe(({ type }) => type === 'replaying' && onSign()),
  };
}
