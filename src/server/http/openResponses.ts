import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** Responses that were not sent yet, and whose connection is open. */
export interface OpenResponses {
  /** How many of them are for this user. */
  ofUser(userId: string): number;
  /** How many there are for all users. */
  total(): number;
  /** Counts a response until it was sent or its connection is closed. */
  add(userId: string, response: ServerResponse): void;
}

/** Calls `onEnd` once the response was sent or its connection is closed. */
function onResponseEnd(response: ServerResponse, onEnd: () => void): void {
  const { socket } = response.req;
  // A pipelined response that waits for its turn has no socket. Node does not tell it that the connection is closed.
  const closeWaiting = () => {
    if (!response.socket) response.emit('close');
  };
  socket.once('close', closeWaiting);
  finished(response, () => {
    socket.off('close', closeWaiting);
    onEnd();
  });
  if (socket.closed) closeWaiting();
}

export function createOpenResponses(): OpenResponses {
  const counts = new Map<string, number>();
  let total = 0;
  const ofUser = (userId: string) => counts.get(userId) ?? 0;
  const change = (userId: string, by: 1 | -1) => {
    const count = ofUser(userId) + by;
    total += by;
    if (count > 0) counts.set(userId, count);
    else counts.delete(userId);
  };
  return {
    ofUser,
    total: () => total,
    add(userId, response) {
      change(userId, 1);
      onResponseEnd(response, () => change(userId, -1));
    },
  };
}
