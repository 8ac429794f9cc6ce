import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_HEADER } from '../../contract/headers';
import { type RecordedResponse, type WriteState, writeKeySchema } from '../../contract/writes';
import { DAY_MS } from '../../domain/durations';
import type { Database } from '../db/database';
import { type EntityKind, idempotencyKeys } from '../db/idempotencySchema';
import { pruneInBatches } from '../db/pruneInBatches';
import { problem } from '../http/problems';
import { recordedResponse, responseColumns } from './recordedResponse';
import { isHashOf } from './requestHash';
import type { WriteRecords } from '../http/route';

const RESPONSE_STORED_MS = 90 * DAY_MS;

/** The 2xx response to a write. `body` is `null` for 204. */
export interface WriteResponse extends RecordedResponse {
  /** true: the write took effect earlier, under the same key. */
  isRepeat?: boolean;
}

/** A write with an `Idempotency-Key`. */
export interface KeyedWrite {
  userId: string;
  key: string;
  /** See `requestHash.ts`. `olderHash` is compared with rows that an older server wrote. */
  hash: string;
  olderHash: () => string;
  /** The kind of record that the response is; `null` for none. */
  entity: EntityKind | null;
  now: Date;
}

type Run = (tx: Database) => Promise<WriteResponse>;

/** Runs each keyed write once, and reads and cancels keyed writes. */
export interface KeyedWrites extends WriteRecords {
  /** `database`: where it runs, if not on that of `createKeyedWrites`. */
  withIdempotency(write: KeyedWrite, run: Run, database?: Database): Promise<WriteResponse>;
}

/** The request's `Idempotency-Key`, or `null` without one. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()];
  if (key === undefined) return null;
  const parsed = writeKeySchema.safeParse(key);
  if (parsed.success) return parsed.data;
  throw problem.badRequest(`${IDEMPOTENCY_KEY_HEADER} ${parsed.error.issues[0]?.message}`);
}

/**
 * Deletes the responses that are older than 90 days and whose record can be read again. Keys, hashes and
 * tombstones stay for good, so that a device that was offline for longer still makes no second change.
 */
export async function pruneStoredResponses(db: Database, now: Date): Promise<void> {
  const isExpired = lt(idempotencyKeys.createdAt, new Date(now.getTime() - RESPONSE_STORED_MS));
  // From now on a repeat returns the current record, so its status is 200 instead of 201.
  const pruned = { response: null, status: 200 };
  await pruneInBatches(
    idempotencyKeys,
    and(isNotNull(idempotencyKeys.response), isNotNull(idempotencyKeys.entity), isExpired),
    (isInBatch) => db.update(idempotencyKeys).set(pruned).where(isInBatch).returning({ key: idempotencyKeys.key }),
  );
}

const inProgress = () => problem.conflict('This change is being saved right now.', { retryAfter: 1 });

const isRowOf = (userId: string, key: string) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

/** The state that the row of a key records, or `null` without a row. */
async function settledState(db: Database, userId: string, key: string): Promise<WriteState | null> {
  const [row] = await db.select().from(idempotencyKeys).where(isRowOf(userId, key));
  if (!row) return null;
  return row.status === null ? { state: 'cancelled' } : { state: 'done', response: await recordedResponse(db, row) };
}

/**
 * The response recorded under the key, or `null` for a new key. Throws 410 for a cancelled key, 422 for a reused one.
 */
async function recordedRepeat(tx: Database, write: KeyedWrite): Promise<WriteResponse | null> {
  const [row] = await tx.select().from(idempotencyKeys).where(isRowOf(write.userId, write.key));
  if (!row) return null;
  if (row.requestHash === null) throw problem.gone('This change was cancelled before it arrived.');
  const recorded = await recordedResponse(tx, row);
  if (isHashOf(row.requestHash, write)) return { ...recorded, isRepeat: true };
  throw problem.unprocessable(`This ${IDEMPOTENCY_KEY_HEADER} was already used for another change.`, {
    earlier: { status: recorded.status, response: recorded.body },
  });
}

/**
 * Runs each keyed write once. The first request under a key takes effect, and the key's row commits in the same
 * transaction; every later one gets the response of the first. A refused write leaves no row, so it may be sent again.
 * Refused are: other bytes under the same key with 422, a request while the first still runs or is being cancelled with
 * 409 and `Retry-After`, a cancelled key with 410. The state diagram is in `src/server/idempotency/README.md`.
 */
export function createKeyedWrites(db: Database): KeyedWrites {
  // For requests of this process: the embedded database has one connection, on which a second request would wait.
  const running = new Set<string>();

  /** Runs `work` in a transaction that locks the key against every process. */
  const withKey = async <Result>(
    database: Database,
    { userId, key }: Pick<KeyedWrite, 'userId' | 'key'>,
    work: (tx: Database) => Promise<Result>,
  ) => {
    const name = lockNameOf(userId, key);
    if (running.has(name)) throw inProgress();
    running.add(name);
    try {
      return await database.transaction(async (tx) => {
        if (!(await tryLock(tx, sql`pg_try_advisory_xact_lock`, name))) throw inProgress();
        return work(tx);
      });
    } finally {
      running.delete(name);
    }
  };

  return {
    withIdempotency: (write, run, database = db) =>
      withKey(database, write, async (tx) => {
        const repeat = await recordedRepeat(tx, write);
        if (repeat) return repeat;
        const { userId, key, hash, entity, now } = write;
        const done = await run(tx);
        const response = responseColumns(done, entity);
        await tx.insert(idempotencyKeys).values({ userId, key, requestHash: hash, ...response, createdAt: now });
        return done;
      }),

    stateOf: async (userId, key) => {
      const name = lockNameOf(userId, key);
      if (running.has(name)) return { state: 'running' };
      // The lock is tried before the row is read: a write that ends in between has its row by then.
      const isFree = await tryLock(db, sql`pg_try_advisory_xact_lock_shared`, name);
      return (await settledState(db, userId, key)) ?? { state: isFree ? 'unknown' : 'running' };
    },

    cancel: (userId, key, now) =>
      withKey(db, { userId, key }, async (tx) => {
        const settled = await settledState(tx, userId, key);
        if (settled) return settled;
        await tx.insert(idempotencyKeys).values({ userId, key, createdAt: now });
        return { state: 'cancelled' };
      }),
  };
}

/** The name of the lock of a user's key. */
const lockNameOf = (userId: string, key: string) => `${userId} ${key}`;

async function tryLock(db: Database, tryFunction: ReturnType<typeof sql>, name: string): Promise<boolean> {
  const lock = await db.execute<{ free: boolean }>(sql`select ${tryFunction}(hashtextextended(${name}, 0)) as free`);
  return lock.rows[0]?.free ?? false;
}
