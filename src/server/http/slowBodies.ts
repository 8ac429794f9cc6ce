import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND_MS } from '../../domain/durations';

/** When the rate of a body is judged, ms after the request's headers. */
const JUDGED_AFTER_MS = 30 * SECOND_MS;
/** Less than a phone sends over 10 kbit/s, bytes per second. */
const SLOWEST_BYTES_PER_S = 1_000;

/**
 * Ends a request with 408 whose body comes at less than 1,000 bytes a second on average, and the connection of one that
 * was refused before its body. It would last for as long as a large delivery over a slow connection may take
 * (`requestTimeout`).
 */
export function endSlowBodies(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    const { socket } = raw;
    const bytesBefore = socket.bytesRead;
    const isSlow = () => socket.bytesRead - bytesBefore < (JUDGED_AFTER_MS / SECOND_MS) * SLOWEST_BYTES_PER_S;
    const judge = () => {
      if (raw.complete || !isSlow()) return;
      // As at Node's own timeout of a request: Fastify writes the response and closes the connection.
      const timeout = Object.assign(new Error('Slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (reply.sent) socket.destroy();
      else app.server.emit('clientError', timeout, socket);
    };
    timers.set(request, setTimeout(judge, JUDGED_AFTER_MS).unref());
  });
  app.addHook('onResponse', async (request) => {
    // A request without a body is complete by now.
    if (request.raw.complete !== false) clearTimeout(timers.get(request));
  });
}
