import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config';
import { onSharedConnections } from './db/database';
import { errorHandler } from './http/errorHandler';
import { addGracefulStop } from './http/gracefulStop';
import { acceptJsonOnly } from './http/jsonBody';
import { HEADERS_TIMEOUT_MS, requestLimits } from './http/limits';
import { addMetrics } from './http/metrics';
import { registerRoutes, type ServerParts } from './http/registerRoutes';
import { createWriteLimiter } from './http/writeLimiter';
import { loggerOptions, logRequests } from './http/requestLog';
import { addEarlyHeaders, addSecurityHeaders } from './http/securityHeaders';
import { endSlowBodies } from './http/slowBodies';
import { serveClientFiles } from './http/staticFiles';
import { routeList } from './routes/routeList';

export interface AppParts extends ServerParts {
  /** The stream for the log of requests and faults. Without it nothing is logged, as in tests. */
  logTo?: NodeJS.WritableStream;
}

/** The setting as Fastify takes it: a number of hops becomes a function. */
function trustedProxies(trust: Config['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}

/**
 * Builds the server without listening. Tests inject requests into the same app that runs in production. The hooks of
 * the steps run in the order of the steps.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, config, clock, logTo } = parts;
  const { replays = onSharedConnections(db), connections = () => [] } = parts;
  const app = fastify({
    ...requestLimits,
    logger: logTo ? loggerOptions(logTo) : false,
    // `logRequests` writes one line per request instead.
    logController: new LogController({ disableRequestLogging: true }),
    // The request id. Every log line of the request has it, and so has the header of every response that is an error.
    genReqId: () => randomUUID(),
    // HEAD of an export would run the whole export. Routes that serve HEAD say so (`alsoHead`).
    exposeHeadRoutes: false,
    trustProxy: trustedProxies(config.trustProxy),
    // For a URL that cannot be read, which no hook and no route sees.
    frameworkErrors: (error, request, reply) => {
      addEarlyHeaders(reply);
      errorHandler(error, request, reply);
    },
  });
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  // The schemas of the contract are zod schemas.
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Every refusal and every fault becomes `{error}`.
  app.setErrorHandler(errorHandler);
  // First of the hooks, because it counts the requests under way, refused ones included.
  addGracefulStop(app);
  // Before the parsers, which wait for the whole body.
  endSlowBodies(app);
  // Replaces Fastify's parsers: any other body gets 415.
  acceptJsonOnly(app);
  // Before any hook that can refuse: every response has the headers.
  await addSecurityHeaders(app);
  // Before the routes, whose access check reads the session cookie.
  await app.register(cookie);
  // Before the routes, which run their writes through it.
  const { runWrite, counts } = createWriteLimiter(app, db, replays, clock);
  // Measures every request; `GET /metrics` shows the counts.
  addMetrics(app, { token: config.metricsToken, replays: counts, connections });
  // The calls of the contract.
  registerRoutes(app, routeList, parts, runWrite);
  if (logTo) logRequests(app);
  // Last: everything that is no route is a file of the app, or 404.
  await serveClientFiles(app, config.clientDir);
  return app;
}
