import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Call, calls } from '../contract/calls';
import { type CallSchemas, callSchemas } from '../contract/callSchemas';
import { API_BASE_PATH } from '../domain/constants';
import { isAdmin } from '../domain/roles';
import { bodyLimitOf } from './bodyLimits';
import { capturedAtOf, checkCapturedBy } from './capture';
import type { Config } from './config';
import type { Database } from './db/database';
import { idempotencyKeyOf, onceEach, type WriteAnswer } from './idempotency';
import { problem } from './problems';
import type { RouteContext, RouteDefinition, SessionUser } from './route';
import { findSessionUser, tokenOf } from './sessions';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access rule before the body is read; `null` when nobody is signed in. */
    sessionUser: SessionUser | null;
    /** Whether the answer is that of an earlier write under the same key; for the log. */
    isAnsweredAgain: boolean;
  }
}

export interface ServerParts {
  db: Database;
  config: Config;
  /** The only clock of the server. */
  clock: () => Date;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The access rule of every route (spec §6), in one place: it stands in the contract beside the call. */
function checkAccess(access: Call['access'], user: SessionUser | null): void {
  if (access === 'public') return;
  if (!user) throw problem.unauthorized();
  if (access === 'admin' && !isAdmin(user)) throw problem.forbidden();
}

/** A write that a page of another site sent is refused, whatever cookie came with it. */
function checkSameSite(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw problem.forbidden('This came from another site.');
}

function checkSingleParameters(request: FastifyRequest): void {
  const twice = Object.entries(request.query as object).find(([, value]) => Array.isArray(value));
  if (twice) throw problem.badRequest(`Give the parameter "${twice[0]}" only once.`);
}

/** Puts every route on the server with the schemas and the access rule of its call. */
export function registerRoutes(app: FastifyInstance, routes: readonly RouteDefinition[], parts: ServerParts): void {
  const { db, config, clock } = parts;
  const once = onceEach(db);
  app.decorateRequest('sessionUser', null);
  app.decorateRequest('isAnsweredAgain', false);

  for (const definition of routes) {
    const call: Call = calls[definition.name];
    const schemas: CallSchemas = callSchemas[definition.name];
    const isWrite = call.method !== 'GET';

    const contextOf = (request: FastifyRequest, reply: FastifyReply, now: Date) => ({
      user: request.sessionUser as SessionUser,
      params: request.params,
      query: request.query,
      body: request.body,
      capturedAt: capturedAtOf(request, now),
      now,
      config,
      reply,
      request,
    });

    const run = async (
      database: Database,
      request: FastifyRequest,
      reply: FastifyReply,
      now: Date,
    ): Promise<WriteAnswer> => {
      const context = { ...contextOf(request, reply, now), db: database } as RouteContext<RouteDefinition['name']>;
      const answer = await definition.handle(context);
      // Inside the transaction: an answer that breaks the contract must not be said after its effect was kept.
      const checked = isWrite ? z.parse(schemas.answer, answer) : answer;
      return { status: answer === null ? 204 : reply.statusCode, answer: checked };
    };

    const write = (request: FastifyRequest, reply: FastifyReply, now: Date): Promise<WriteAnswer> => {
      if (definition.direct) return run(db, request, reply, now);
      const key = idempotencyKeyOf(request);
      if (key === null || !request.sessionUser) return db.transaction((tx) => run(tx, request, reply, now));
      const asked = [definition.name, request.params ?? null, request.body ?? null];
      return once({ userId: request.sessionUser._id, key, request: asked, now }, (tx) => run(tx, request, reply, now));
    };

    app.route({
      method: call.method,
      url: `${API_BASE_PATH}${call.path}`,
      bodyLimit: bodyLimitOf(call, schemas),
      schema: {
        ...(schemas.params && { params: schemas.params }),
        ...(schemas.query && { querystring: schemas.query }),
        ...(schemas.body && { body: schemas.body }),
        ...(call.answerType !== 'csv' && { response: { '2xx': schemas.answer } }),
      },
      onRequest: async (request) => {
        if (isWrite) checkSameSite(request);
        request.sessionUser = await findSessionUser(db, tokenOf(request), clock());
        checkAccess(call.access, request.sessionUser);
        if (isWrite && request.sessionUser && !definition.direct) checkCapturedBy(request, request.sessionUser);
        checkSingleParameters(request);
      },
      handler: async (request, reply) => {
        const now = clock();
        const done = isWrite ? await write(request, reply, now) : await run(db, request, reply, now);
        const { status, answer } = done;
        request.isAnsweredAgain = done.isAgain ?? false;
        // It was checked when it was first given, by the contract of that day, which may have grown since.
        if (done.isAgain && status !== 204) reply.type(JSON_TYPE).serializer(JSON.stringify);
        return reply.code(status).send(status === 204 ? undefined : answer);
      },
    });
  }
}
