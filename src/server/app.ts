import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { serveClientFiles } from './clientFiles';
import type { Config } from './config';
import { answerError } from './errorAnswers';
import { acceptJsonOnly } from './jsonBody';
import { registerRoutes, type ServerParts } from './registerRoutes';
import { loggerOptions, logRequests } from './requestLog';
import { routeList } from './routeList';
import { addEarlyHeaders, addSecurityHeaders } from './securityHeaders';

/** A note of a megabyte passes, with room for its escapes. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 30_000;
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
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    trustProxy: trustedProxies(parts.config.trustProxy),
    frameworkErrors: (error, request, reply) => {
      addEarlyHeaders(reply);
      answerError(error, request, reply);
    },
  });
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  acceptJsonOnly(app);
  await addSecurityHeaders(app);
  await app.register(cookie);
  registerRoutes(app, routeList, parts);
  if (parts.logTo) logRequests(app);
  await serveClientFiles(app, parts.config.clientDir);
  return app;
}
