import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CALL_TIMEOUT_MS, FIRST_TRY_TIMEOUT_MS } from '../../domain/constants';
import type { Database, ReplayDatabase } from '../db/database';
import { POOL_SIZE } from '../db/openPool';
import { capturedAtOf } from './capturedAt';
import { fairQueue, ownQueues, type QueueCounts } from './fairQueue';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a device sent the write from its queue, so that no person waits for the response. */
    isFromQueue: boolean;
  }
}

/** Runs a write on the database that is meant for it. */
export type RunWrite = <Result>(
  request: FastifyRequest,
  /** Whether it runs at once, whatever other writes of the user wait for. */
  neverWaits: boolean,
  work: (database: Database) => Promise<Result>,
) => Promise<Result>;

/**
 * How many interactive writes of one user run at a time. A transaction that waits for a lock keeps its connection, so
 * one user gets half of them.
 */
const INTERACTIVE_PER_USER = POOL_SIZE / 2;
/** How many more of one user may wait. A person makes one at a time, in a few tabs. */
const INTERACTIVE_WAITING_PER_USER = 60;
/** How many run at a time in all. Two connections stay free for reads and for signing in, whatever writes wait for. */
const INTERACTIVE = POOL_SIZE - 2;
/** How many replays may wait, with their bodies in memory. One user may send from many devices. */
const WAITING_MAX = 1_000;
const WAITING_PER_USER = 250;
/** How long a replay may have to wait. Each that waits is served before its device times out. */
const WAIT_MAX_MS = CALL_TIMEOUT_MS / 2;
/** Seconds after which a refused device tries again. */
const RETRY_AFTER_S = 5;

/**
 * Whether nobody waits for the response any more. Every queued write has `Captured-At`, also the first try of a form,
 * for which a person waits up to `FIRST_TRY_TIMEOUT_MS`. So only a write that was captured earlier is a replay.
 */
const isReplay = (request: FastifyRequest, now: Date) =>
  now.getTime() - capturedAtOf(request, now).getTime() >= FIRST_TRY_TIMEOUT_MS;

/** The event loop accepts a connection in one round and reads it in the next. */
const QUIET_ROUNDS = 3;
/** The longest time for which a replay yields to other requests. */
const YIELD_MAX_MS = 100;

/** Yields to the event loop until no new request has arrived for some rounds. */
async function yieldToOthers(arrived: () => number): Promise<void> {
  const end = performance.now() + YIELD_MAX_MS;
  let quietRounds = 0;
  while (quietRounds < QUIET_ROUNDS && performance.now() < end) {
    const before = arrived();
    await setImmediate();
    quietRounds = arrived() === before ? quietRounds + 1 : 0;
  }
}

/**
 * Runs a few interactive writes at a time, fewer of each user, and replays in turn: round robin among the users, as
 * many at a time and on the connections that `replays` names. After an outage hundreds of devices send at once, and
 * screens must stay fast meanwhile. The embedded database runs in the event loop, without a pause from the first
 * statement of a request to the last. So each replay first yields, until the event loop has served what waits.
 */
export function createWriteLimiter(
  app: FastifyInstance,
  db: Database,
  replays: ReplayDatabase,
  clock: () => Date,
): { runWrite: RunWrite; counts: Readonly<QueueCounts> } {
  let requestSteps = 0;
  const countStep = async () => {
    requestSteps += 1;
  };
  app.decorateRequest('isFromQueue', false);
  app.addHook('onRequest', async (request) => {
    request.isFromQueue = isReplay(request, clock());
  });
  app.addHook('onRequest', countStep);
  app.addHook('preHandler', countStep);
  const queue = fairQueue({
    parallel: replays.parallel,
    waitingPerName: WAITING_PER_USER,
    waiting: WAITING_MAX,
    waitMs: WAIT_MAX_MS,
    retryAfter: RETRY_AFTER_S,
  });
  const interactive = fairQueue({
    parallel: INTERACTIVE,
    waitingPerName: INTERACTIVE_PER_USER,
    waiting: WAITING_MAX,
    callerWaitsMs: CALL_TIMEOUT_MS,
    retryAfter: RETRY_AFTER_S,
  });
  const interactiveOfUser = ownQueues({
    parallel: INTERACTIVE_PER_USER,
    waitingPerName: INTERACTIVE_WAITING_PER_USER,
    waiting: INTERACTIVE_WAITING_PER_USER,
    callerWaitsMs: CALL_TIMEOUT_MS,
    retryAfter: RETRY_AFTER_S,
  });
  const runWrite: RunWrite = (request, neverWaits, work) => {
    if (!request.sessionUser || neverWaits) return work(db);
    const { _id } = request.sessionUser;
    if (!request.isFromQueue) {
      const arrivedAt = performance.now();
      const run = () => interactive.run(_id, () => work(db), arrivedAt);
      return interactiveOfUser.run(_id, run, arrivedAt);
    }
    return queue.run(_id, async () => {
      await yieldToOthers(() => requestSteps);
      return work(replays.db);
    });
  };
  return { runWrite, counts: queue.counts };
}
