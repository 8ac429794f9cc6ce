import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** Calls `onEnd` once the response was sent or its connection is closed. */
export function onResponseEnd(response: ServerResponse, onEnd: () => void): void {
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
