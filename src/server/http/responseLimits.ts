import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createOpenResponses } from './openResponses';
import { problem } from './problems';

/** How many exports of one user may run at the same time, and how many of all users. */
const EXPORTS_PER_USER = 2;
const EXPORTS_PER_PROCESS = 8;
/** Seconds after which a refused export may be tried again. */
const EXPORT_RETRY_AFTER_S = 5;

/** How many reads of one user may run at the same time. A browser sends a hundred at once over HTTP/2. */
const READS_PER_USER = 128;
/** How many long responses of reads one user may leave unread at the same time. */
const UNREAD_PER_USER = 32;
/** In characters. Shorter ones are not counted here. */
const LONG_RESPONSE = 64 * 1024;
/** Seconds after which a refused read may be tried again. */
const READ_RETRY_AFTER_S = 1;

/** Registers a response until it was sent or its connection is closed, or refuses it. The limits are per process. */
type Register = (userId: string, response: ServerResponse) => void;

/**
 * Refuses an export too many with 409 if the user has too many, and with 503 if all users have. 429 would pause the
 * queue of the device. An export holds two pages in memory for as long as its client does not read them.
 */
export function createRunningExports(): Register {
  const running = createOpenResponses();
  return (userId, response) => {
    if (running.ofUser(userId) >= EXPORTS_PER_USER) {
      throw problem.conflict(
        `You have ${EXPORTS_PER_USER} exports running. Wait until one is finished, then try again.`,
      );
    }
    if (running.total() >= EXPORTS_PER_PROCESS) {
      throw problem.unavailable('The server is busy with other exports. Try again in a moment.', EXPORT_RETRY_AFTER_S);
    }
    running.add(userId, response);
  };
}

const tooManyReads = (count: number) =>
  problem.tooManyRequests(`You have ${count} requests open. Try again in a moment.`, READ_RETRY_AFTER_S);

/** Refuses a read too many of a user with 429. */
export function createRunningReads(): Register {
  const running = createOpenResponses();
  return (userId, response) => {
    if (running.ofUser(userId) >= READS_PER_USER) throw tooManyReads(READS_PER_USER);
    running.add(userId, response);
  };
}

/**
 * Refuses a long response too many of a user with 429. That of a list has up to 8 MB, and stays in memory while its
 * client does not read it.
 */
export function limitUnreadResponses(app: FastifyInstance): void {
  const unread = createOpenResponses();
  app.addHook('onSend', async ({ method, sessionUser }, reply, payload) => {
    const isLong = typeof payload === 'string' && payload.length > LONG_RESPONSE;
    if (method !== 'GET' || !sessionUser || !isLong) return;
    if (unread.ofUser(sessionUser._id) >= UNREAD_PER_USER) throw tooManyReads(UNREAD_PER_USER);
    unread.add(sessionUser._id, reply.raw);
  });
}
