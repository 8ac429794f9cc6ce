import { Socket } from 'node:net';
import pg from 'pg';
import { CALL_TIMEOUT_MS } from '../../domain/constants';
import { SECOND_MS } from '../../domain/durations';
import { ReleasingPool } from './releasingPool';

/** Connections for interactive requests, and those for replays, which wait their turn (`writeLimiter.ts`). */
export const POOL_SIZE = 8;
export const REPLAY_POOL_SIZE = 4;
/** How long a request may wait for a free connection, and a statement for a lock. */
const WAIT_MAX_MS = CALL_TIMEOUT_MS / 3;
/** How long one statement may take. Together with the wait before it: less than a device waits. */
const STATEMENT_MAX_MS = CALL_TIMEOUT_MS - WAIT_MAX_MS - 2 * SECOND_MS;
/**
 * The time limit of a connection without data, for this process and, within a transaction, for the server. It is longer
 * than the statement timeout, by which a working server would have responded. The locks of a process whose machine
 * vanished end with its transaction.
 */
const SILENCE_MAX_MS = STATEMENT_MAX_MS + SECOND_MS;

/** A command may lift the limit of a statement, for work that takes minutes; the server never does. */
export type PoolUse = 'serving' | 'command';

/**
 * Ends a connection on which no data arrives for too long. A machine that lost power, or a broken network, does not
 * close connections: without this limit each request would wait a quarter of an hour for the system's timeout. Idle
 * connections end too, and are replaced at the next use.
 */
function endWhenSilent(client: pg.PoolClient): void {
  const stream = 'connection' in client && client.connection instanceof pg.Connection && client.connection.stream;
  if (!(stream instanceof Socket)) throw new Error('The driver has another connection than expected');
  stream.setTimeout(SILENCE_MAX_MS, () => stream.destroy());
}

/**
 * A pool of connections to a server. A connection may break at any time; only the caller that uses it gets the error.
 */
export function openPool(databaseUrl: string, max = POOL_SIZE, use: PoolUse = 'command'): pg.Pool {
  const pool = new ReleasingPool({
    connectionString: databaseUrl,
    max,
    lock_timeout: WAIT_MAX_MS,
    statement_timeout: STATEMENT_MAX_MS,
    idle_in_transaction_session_timeout: SILENCE_MAX_MS,
    connectionTimeoutMillis: WAIT_MAX_MS,
  });
  // Without listeners these events would end the process: the pool's for idle connections, a client's for its own.
  // Either is replaced at the next use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (use === 'serving') endWhenSilent(client);
  });
  return pool;
}
