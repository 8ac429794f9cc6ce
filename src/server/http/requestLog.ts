import { createHmac, randomBytes } from 'node:crypto';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sqlState } from '../db/database';

/**
 * An error as it is logged. Of a failed statement only the SQL text and the SQLSTATE: its own message quotes the
 * parameters, which are what users typed.
 */
function loggableError(error: Error) {
  if (!(error instanceof DrizzleQueryError)) {
    return { type: error.name, message: error.message, stack: error.stack ?? '' };
  }
  return { type: 'query', message: `${sqlState(error) ?? 'no state'}: ${error.query}`, stack: '' };
}

/** The error that a log call is about: its first argument, or the `err` of that. */
function errorOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'err' in entry ? entry.err : entry;
}

/** One JSON line per entry, to the given stream. */
export function loggerOptions(stream: NodeJS.WritableStream) {
  return {
    level: 'info',
    base: null,
    stream,
    serializers: { err: loggableError },
    hooks: {
      // The logger takes an error's own message for the line's text; see loggableError.
      logMethod(this: unknown, args: unknown[], log: (...args: unknown[]) => void) {
        const error = errorOf(args[0]);
        log.apply(this, error instanceof DrizzleQueryError ? [{ err: error }, 'A statement failed'] : args);
      },
    },
  };
}

/** Random per process, so that nobody who reads the log can find an account by hashing e-mail addresses. */
const ACCOUNT_KEY = randomBytes(32);

/**
 * Where a sign-in came from and which account it tried, as a keyed hash: the same for the same account until a restart.
 */
function signInFields({ accountTried, ip }: FastifyRequest) {
  if (accountTried === null) return {};
  return { ip, account: createHmac('sha256', ACCOUNT_KEY).update(accountTried).digest('hex').slice(0, 16) };
}

/** The id that the path of a request names: which user, visit or delivery it is about. */
const idOf = ({ params }: FastifyRequest) => (params as { id?: string } | null)?.id ?? null;

/**
 * Logs one line per request: method, route, the id in the path, status, duration, user, and whether the response is
 * the recorded one of an earlier write. No body, query or cookie; the IP address of sign-ins alone.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      id: idOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.sessionUser?._id ?? null,
      replay: request.isRepeat,
      ...signInFields(request),
    });
  });
}
