import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Call, calls } from '../../contract/calls';
import { type CallSchemas, callSchemas } from '../../contract/callSchemas';
import { API_BASE_PATH } from '../../domain/constants';
import { mayAccess } from '../../domain/roles';
import { REPLAYED_HEADER } from '../../contract/headers';
import { bodyLimitOf } from './bodyLimits';
import { capturedAtOf, checkCapturedBy } from './capturedAt';
import type { Config } from '../config';
import type { ConnectionCounts, Database, ReplayDatabase } from '../db/database';
import { createKeyedWrites, idempotencyKeyOf, type WriteResponse } from '../idempotency/keyedWrites';
import { problem } from './problems';
import { entityKindOf } from '../idempotency/recordedResponse';
import { hasSecret, olderRequestHash, requestHash } from '../idempotency/requestHash';
import type { RouteContext, RouteDefinition, SessionUser } from './route';
import type { RunWrite } from './writeLimiter';
import { createReadLimiter, createRunningExports, limitUnreadResponses } from './responseLimits';
import { findSession, findSessionAndRecordUse, type FoundSession, tokenOf } from '../auth/sessions';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access rule before the body is read; `null` when nobody is signed in. */
    sessionUser: SessionUser | null;
    /** Whether the session is that of a user who was deactivated. */
    isDeactivated: boolean;
    /** Whether the session is that of a user with a one-time password, which they must change. */
    mustChangePassword: boolean;
    /** The e-mail address that signs in, for the log; `null` for other calls. */
    accountTried: string | null;
    /** Whether the response is that of an earlier write under the same key; for the log. */
    isRepeat: boolean;
  }
}

/** Points that a request passes: body not read yet; not begun; effect not committed; effect committed. */
export type RequestPoint = 'receiving' | 'before' | 'inside' | 'committed';

export interface ServerParts {
  db: Database;
  /** Where replays run; without it on `db`, one at a time. */
  replays?: ReplayDatabase | undefined;
  /** What `/metrics` reports about the database's connections. */
  connections?: (() => ConnectionCounts[]) | undefined;
  config: Config;
  /** The only clock of the server. */
  clock: () => Date;
  /** Called as a request passes each point, for tests that kill the server there. */
  atPoint?: (point: RequestPoint, request: FastifyRequest) => void;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Refuses users who may not make the call (spec §6). The contract states the access of every call. */
function checkAccess(access: Call['access'], { sessionUser, isDeactivated }: FastifyRequest): void {
  if (access === 'public') return;
  if (isDeactivated) throw problem.deactivated();
  if (!sessionUser) throw problem.unauthorized();
  if (!mayAccess(access, sessionUser)) throw problem.forbidden();
}

/**
 * Refuses a write that a page of another origin sent, a sister domain included, whatever cookie came with it. A browser
 * too old for `Sec-Fetch-Site` sends `Origin`; a client that is no browser sends neither.
 */
function checkSameOrigin({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isOwnOrigin = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  const isOwn = site === undefined ? isOwnOrigin : site === 'same-origin' || site === 'none';
  if (!isOwn) throw problem.forbidden('This came from another site.');
}

function checkSingleParameters(request: FastifyRequest): void {
  const twice = Object.entries(request.query as object).find(([, value]) => Array.isArray(value));
  if (twice) throw problem.badRequest(`Give the parameter "${twice[0]}" only once.`);
}

/** Adds every route to the server, with the schemas and the access of its call. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly RouteDefinition[],
  parts: ServerParts,
  runWrite: RunWrite,
): void {
  const { db, config, clock, atPoint } = parts;
  const writes = createKeyedWrites(db);
  const registerExport = createRunningExports();
  const runRead = createReadLimiter();
  limitUnreadResponses(app);
  app.decorateRequest('sessionUser', null);
  app.decorateRequest('isDeactivated', false);
  app.decorateRequest('mustChangePassword', false);
  app.decorateRequest('accountTried', null);
  app.decorateRequest('isRepeat', false);

  for (const definition of routes) {
    const call: Call = calls[definition.name];
    const schemas: CallSchemas = callSchemas[definition.name];
    const isWrite = call.method !== 'GET';
    const neverWaits = definition.neverWaits || call.access === 'public';
    const entity = entityKindOf(schemas.response);
    const carriesSecret = hasSecret(schemas.body);

    const admit = (request: FastifyRequest, found: FoundSession): void => {
      Object.assign(request, found);
      checkAccess(call.access, request);
    };

    const contextOf = (request: FastifyRequest, reply: FastifyReply, now: Date) => {
      if (request.validationError) throw request.validationError;
      return {
        params: request.params,
        query: request.query,
        body: request.body,
        capturedAt: capturedAtOf(request, now),
        now,
        clock,
        config,
        writes,
        reply,
        request,
      };
    };

    const run = async (database: Database, given: ReturnType<typeof contextOf>): Promise<WriteResponse> => {
      const { request } = given;
      // Session and user may have changed while the body arrived, or while the write waited for its turn.
      const isRechecked = isWrite && call.access !== 'public';
      if (isRechecked) admit(request, await findSession(database, tokenOf(request), clock()));
      const user = request.sessionUser;
      const context = { ...given, user, db: database } as RouteContext<RouteDefinition['name']>;
      const response = await definition.handle(context);
      // Checked inside the transaction: a response that breaks the contract rolls the write back.
      const body = isWrite ? z.parse(schemas.response, response) : response;
      atPoint?.('inside', request);
      return { status: response === null ? 204 : given.reply.statusCode, body };
    };

    const write = (
      database: Database,
      request: FastifyRequest,
      reply: FastifyReply,
      now: Date,
    ): Promise<WriteResponse> => {
      const key = definition.skipTransaction || !request.sessionUser ? null : idempotencyKeyOf(request);
      if (key === null || !request.sessionUser) {
        const context = contextOf(request, reply, now);
        return definition.skipTransaction ? run(database, context) : database.transaction((tx) => run(tx, context));
      }
      const keyed = {
        userId: request.sessionUser._id,
        key,
        hash: requestHash(request, carriesSecret),
        olderHash: () => olderRequestHash(definition.name, request),
        entity,
        now,
      };
      return writes.withIdempotency(keyed, (tx) => run(tx, contextOf(request, reply, now)), database);
    };

    const read = (request: FastifyRequest, reply: FastifyReply, now: Date): Promise<WriteResponse> => {
      const runOnce = () => run(db, contextOf(request, reply, now));
      const userId = request.sessionUser?._id;
      if (userId === undefined || neverWaits) return runOnce();
      if (call.responseType !== 'csv') return runRead(userId, reply.raw, runOnce);
      registerExport(userId, reply.raw);
      return runOnce();
    };

    app.route({
      method: definition.alsoHead ? [call.method, 'HEAD'] : call.method,
      url: `${API_BASE_PATH}${call.path}`,
      bodyLimit: bodyLimitOf(call, schemas),
      schema: {
        ...(schemas.params && { params: schemas.params }),
        ...(schemas.query && { querystring: schemas.query }),
        ...(schemas.body && { body: schemas.body }),
        ...(call.responseType !== 'csv' && { response: { '2xx': schemas.response } }),
      },
      // A keyed write is looked up before it is validated: the contract may be stricter now than when it was recorded.
      attachValidation: true,
      onRequest: async (request) => {
        if (isWrite) checkSameOrigin(request);
        admit(request, await findSessionAndRecordUse(db, tokenOf(request), clock()));
        if (request.sessionUser && call.access !== 'public') checkCapturedBy(request, request.sessionUser);
        checkSingleParameters(request);
        atPoint?.('receiving', request);
      },
      handler: async (request, reply) => {
        const now = clock();
        atPoint?.('before', request);
        const done = isWrite
          ? await runWrite(request, neverWaits, (database) => write(database, request, reply, now))
          : await read(request, reply, now);
        const { status, body, isRepeat = false } = done;
        atPoint?.('committed', request);
        request.isRepeat = isRepeat;
        // A recorded response was checked when it was first sent, by the contract of that time.
        if (isRepeat) reply.header(REPLAYED_HEADER, 'true');
        if (isRepeat && status !== 204) reply.type(JSON_TYPE).serializer(JSON.stringify);
        return reply.code(status).send(status === 204 ? undefined : body);
      },
    });
  }
}
