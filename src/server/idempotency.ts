import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/headers';
import { DAY_MS } from '../domain/durations';
import type { Database } from './db/database';
import { idempotencyKeys } from './db/schema';
import { problem } from './problems';

const KEY_PATTERN = /^[\x21-\x7e]{8,128}$/;
const KEPT_MS = 90 * DAY_MS;

/** A write's answer: its status and its body, `null` for 204. */
export interface WriteAnswer {
  status: number;
  answer: unknown;
  /** true: the write took effect earlier, under the same key. */
  isAgain?: boolean;
}

/** One write that was asked for under a key. */
export interface KeyedWrite {
  userId: string;
  key: string;
  /** Call, params and body, as parsed: what must be the same when the key comes again. */
  request: unknown;
  now: Date;
}

/** The request's `Idempotency-Key`, or `null` when it has none and the write simply runs. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()];
  if (key === undefined) return null;
  if (typeof key === 'string' && KEY_PATTERN.test(key)) return key;
  throw problem.badRequest(`${IDEMPOTENCY_KEY_HEADER} must be 8 to 128 printable characters without spaces.`);
}

/** Removes what is older than 90 days. */
export async function pruneIdempotencyKeys(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT_MS)));
}

/** Left out of what is hashed: a fast hash would give a password away to whoever reads the table and guesses. */
const SECRET_FIELD = 'password';

/** What must be the same when a key comes again, in the form in which it is kept. */
function hashOf(request: unknown): string {
  const text = JSON.stringify(request, (name, value: unknown) => (name === SECRET_FIELD ? undefined : value));
  return createHash('sha256').update(text).digest('hex');
}

const inProgress = () => problem.conflict('This change is being saved right now.', { retryAfter: 1 });

/**
 * Runs each keyed write once. The first time under a key it takes effect, and the key's row commits with the
 * effect or not at all; every later time it gets the answer of the first. A refusal rolls back and leaves no
 * row: what was refused may be asked again. Another request under the same key is refused with 422, and one
 * that comes while the first is still running with 409 and `Retry-After`.
 *
 *   (unknown) ──▶ running ──effect + row committed──▶ known ──90 days──▶ (unknown)
 *       ▲            │
 *       └──refused───┘
 */
export function onceEach(
  db: Database,
): (write: KeyedWrite, run: (tx: Database) => Promise<WriteAnswer>) => Promise<WriteAnswer> {
  // Within this process: the embedded database has one connection, so a second try would wait and not be told.
  const running = new Set<string>();

  return async (write, run) => {
    const mark = `${write.userId} ${write.key}`;
    if (running.has(mark)) throw inProgress();
    running.add(mark);
    try {
      return await db.transaction((tx) => runOnce(tx, write, mark, run));
    } finally {
      running.delete(mark);
    }
  };
}

async function runOnce(
  tx: Database,
  write: KeyedWrite,
  mark: string,
  run: (tx: Database) => Promise<WriteAnswer>,
): Promise<WriteAnswer> {
  // Across processes: held to the end of the transaction.
  const lock = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${mark}, 0)) as free`,
  );
  if (!lock.rows[0]?.free) throw inProgress();

  const requestHash = hashOf(write.request);
  const [known] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, write.userId), eq(idempotencyKeys.key, write.key)));
  if (known) {
    if (known.requestHash !== requestHash) {
      throw problem.unprocessable(`This ${IDEMPOTENCY_KEY_HEADER} was already used for another change.`);
    }
    return { status: known.status, answer: known.answer, isAgain: true };
  }

  const done = await run(tx);
  await tx.insert(idempotencyKeys).values({
    userId: write.userId,
    key: write.key,
    requestHash,
    status: done.status,
    answer: done.answer,
    createdAt: write.now,
  });
  return done;
}
