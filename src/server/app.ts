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
import { registerRoutes, type ServerParts } from './http/registerRoutes';
import { loggerOptions, logRequests } from './http/requestLog';
import { routeList } from './routes/routeList';
import { addEarlyHeaders, addSecurityHeaders } from './http/securityHeaders';

/** An `Idempotency-Key` in a path, every character of it escaped. */
const PARAMETER_LENGTH_MAX = 3 * 128;
const HEADERS_TIMEOUT_MS = CALL_TIMEOUT_MS;
/** Somewhat longer than a client of ours waits. */
const REQUEST_TIMEOUT_MS = CALL_TIMEOUT_MS + 5 * SECOND_MS;
/** How often connections are looked at for these limits: a request ends this much later at most. */
const TIMEOUT_CHECK_MS = 2 * SECOND_MS;
const CONNECTION_TIMEOUT_MS = 60_000;

export interface AppParts extends ServerParts {
  /** Where requests and faults are logged; left out: nowhere, as tests want it. */
  logTo?: NodeJS.WritableStream;
}

/** A number means that many hops; Fastify takes addresses, a yes or no, or a function. */
function trustedProxies(trust: Config['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}

/** The whole server apart from listening: what runs in production is what the tests inject into. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: parts.logTo ? loggerOptions(parts.logTo) : false,
    logController: new LogController({ disableRequestLogging: true }),
    // The contract has no HEAD, and an export asked for its headers would run all the same.
    exposeHeadRoutes: false,
    // For what is not in the contract; every route of it has its own.
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
  registerRoutes(app, routeList, parts);
  if (parts.logTo) logRequests(app);
  await serveClientFiles(app, parts.config.clientDir);
  return app;
}
