import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CALL_TIMEOUT_MS } from '../../domain/constants';
import { POOL_SIZE } from '../db/openPool';
import { ownQueues } from './fairQueue';
import { createOpenResponses } from './openResponses';
import { problem } from './problems';

/** How many exports of one user may run at the same time, and how many of all users. */
const EXPORTS_PER_USER = 2;
const EXPORTS_PER_PROCESS = 8;
/** Seconds after which a refused export may be tried again. */
const EXPORT_RETRY_AFTER_S = 5;

/** How many reads of one user may run or wait at the same time. A browser sends a hundred at once over HTTP/2. */
const READS_PER_USER = 128;
/** How many of them run. A list takes two connections, so one user gets half of them. */
const RUNNING_READS_PER_USER = POOL_SIZE / 4;
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

/** Runs a read when it is its turn. */
type RunRead = <Result>(userId: string, response: ServerResponse, read: () => Promise<Result>) => Promise<Result>;

/** Runs a few reads of each user at a time. Refuses one too many of a user with 429. */
export function createReadLimiter(): RunRead {
  const open = createOpenResponses();
  const queues = ownQueues({
    parallel: RUNNING_READS_PER_USER,
    waitingPerName: READS_PER_USER,
    waiting: READS_PER_USER,
    callerWaitsMs: CALL_TIMEOUT_MS,
    retryAfter: READ_RETRY_AFTER_S,
  });
  return (userId, response, read) => {
    if (open.ofUser(userId) >= READS_PER_USER) throw tooManyReads(READS_PER_USER);
    open.add(userId, response);
    return queues.run(userId, async () => {
      if (response.destroyed) throw problem.unavailable('The connection is closed.', READ_RETRY_AFTER_S);
      return read();
    });
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
