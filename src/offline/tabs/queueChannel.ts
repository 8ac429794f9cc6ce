import { REPLAY_ENDS, type ReplaySummary } from '../replay/replaySummary';
import { count, fields, number, oneOf, orNull, recordShape, text } from '../storage/validators';
import type { Heartbeat } from './locks';

/**
 * 'queueChanged': the queue on disk changed; with a report if a pass changed it. 'replaying': the heartbeat of the
 * replaying tab. 'serverBusy': the server asked a call of the sender for a pause.
 */
export interface QueueMessage {
  type: 'queueChanged' | 'replaying' | 'serverBusy';
  report: ReplaySummary | null;
}

const report = fields<ReplaySummary>({
  userId: text,
  pushed: count,
  refused: count,
  remaining: count,
  ended: oneOf(...REPLAY_ENDS),
  retryAfterMs: orNull(number),
  at: number,
});

const messageSchema = recordShape(
  'message',
  fields<QueueMessage>({ type: oneOf('queueChanged', 'replaying', 'serverBusy'), report: orNull(report) }),
);

/** The messages between the tabs of a device. The sender does not receive its own messages. */
export interface QueueChannel {
  post(message: QueueMessage): void;
  /** Returns a function that ends it. */
  subscribe(onMessage: (message: QueueMessage) => void): () => void;
}

/**
 * A queue channel over a BroadcastChannel. Messages of other versions of the app are parsed, and ignored if they are
 * unknown.
 */
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

/** The heartbeat of the replaying tab over the same channel. */
export function heartbeatOver(channel: QueueChannel): Heartbeat {
  return {
    send: () => channel.post({ type: 'replaying', report: null }),
    subscribe: (onHeartbeat) => channel.subscribe(({ type }) => type === 'replaying' && onHeartbeat()),
  };
}
