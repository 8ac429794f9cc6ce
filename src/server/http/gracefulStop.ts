import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '../../domain/durations';

/** How long a stop waits for the requests under way. Together with closing the database it stays below 10 s. */
const DRAIN_MAX_MS = 8 * SECOND_MS;

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server has begun to stop. */
    isStopping: boolean;
    /**
     * Waits for the requests under way, for 8 s at most, and accepts new ones meanwhile. Then it refuses connections
     * and closes those that still send or receive.
     */
    stop(): Promise<void>;
  }
}

/** Adds `app.stop()`, and counts the requests under way for it. */
export function addGracefulStop(app: FastifyInstance): void {
  let underWay = 0;
  let onIdle: () => void = () => undefined;
  app.decorate('isStopping', false);
  app.addHook('onRequest', async (_request, reply) => {
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
      if (underWay === 0) onIdle();
    });
  });
  app.decorate('stop', async () => {
    app.isStopping = true;
    const idle = new Promise<void>((resolve) => {
      onIdle = resolve;
    });
    if (underWay > 0) await Promise.race([idle, wait(DRAIN_MAX_MS, undefined, { ref: false })]);
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
  });
}
