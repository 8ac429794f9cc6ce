import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { CALL_TIMEOUT_MS } from '../domain/constants';
import { SECOND_MS } from '../domain/durations';
import { PUBLIC_BODY_BYTES } from './http/bodyLimits';
import { serveClientFiles } from './http/staticFiles';
import type { Config } from './config';
import { errorHandler } from './http/errorHandler';
import { addGracefulStop } from './http/gracefulStop';
import { acceptJsonOnly } from './http/jsonBody';
import { addMetrics } from './http/metrics';
import { registerRoutes, type ServerParts } from './http/registerRoutes';
import { loggerOptions, logRequests } from './http/requestLog';
import { routeList } from './routes/routeList';
import { createReplayLimiter } from './http/replayLimiter';
import { addEarlyHeaders, addSecurityHeaders } from './http/securityHeaders';

/** The longest path parameter: an `Idempotency-Key` of 128 characters, each percent-encoded. */
const PARAMETER_LENGTH_MAX = 3 * 128;
const HEADERS_TIMEOUT_MS = CALL_TIMEOUT_MS;
/** Longer than our client waits for a response. */
const REQUEST_TIMEOUT_MS = CALL_TIMEOUT_MS + 5 * SECOND_MS;
/** How often these limits are checked: a request is ended this much later at most. */
const TIMEOUT_CHECK_MS = 2 * SECOND_MS;
const CONNECTION_TIMEOUT_MS = 60_000;

export interface AppParts extends ServerParts {
  /** The stream for the log of requests and faults. Without it nothing is logged, as in tests. */
  logTo?: NodeJS.WritableStream;
}

/** The setting as Fastify takes it: a number of hops becomes a function. */
function trustedProxies(trust: Config['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}

/** Builds the server without listening. Tests inject requests into the same app that runs in production. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: parts.logTo ? loggerOptions(parts.logTo) : false,
    logController: new LogController({ disableRequestLogging: true }),
    // In every log line of the request, and in the header of a response that is no success.
    genReqId: () => randomUUID(),
    // HEAD of an export would run the whole export. Routes that serve HEAD say so (`alsoHead`).
    exposeHeadRoutes: false,
    // For paths outside the contract; every route of the contract sets its own limit.
    bodyLimit: PUBLIC_BODY_BYTES,
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    trustProxy: trustedProxies(parts.config.trustProxy),
    frameworkErrors: (error, request, reply) => {
      addEarlyHeaders(reply);
      errorHandler(error, request, reply);
    },
  });
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(errorHandler);
  addGracefulStop(app);
  acceptJsonOnly(app);
  await addSecurityHeaders(app);
  await app.register(cookie);
  const { db, replays = { db, parallel: 1 }, connections = () => [], config, clock } = parts;
  const { runWrite, counts } = createReplayLimiter(app, db, replays, clock);
  addMetrics(app, { token: config.metricsToken, replays: counts, connections });
  registerRoutes(app, routeList, parts, runWrite);
  if (parts.logTo) logRequests(app);
  await serveClientFiles(app, parts.config.clientDir);
  return app;
}
