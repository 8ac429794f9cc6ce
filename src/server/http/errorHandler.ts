import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorResponse } from '../../contract/common';
import { REQUEST_ID_HEADER } from '../../contract/headers';
import { isUnreached, sqlState } from '../db/database';
import { Problem, problem } from './problems';
import { validationMessage } from './validationMessage';

/** The database cannot store or read a text, such as NUL in a path. */
const BAD_TEXT_STATES = new Set(['22021', '22P02', '22P05']);
/**
 * Two writes conflict, a transaction was idle for too long, or the database is starting, stopping, read-only because
 * another server took over, or out of connections: a retry helps.
 */
const BUSY_STATES = new Set(['25006', '25P03', '40001', '40P01', '53300', '55P03', '57014', '57P01', '57P02', '57P03']);

/** The database's disk or memory is full: a retry helps after a while, or after somebody frees space. */
const FULL_STATES = new Set(['53100', '53200']);
const FULL_RETRY_AFTER_S = 60;

/** Refusals that the operator must learn of: a full disk, a read-only database, a pooler that refuses. */
const LOGGED_STATES = new Set([...FULL_STATES, '25006', '08P01']);

/** The refusal for an error that Fastify itself raised; `null` for a fault. */
function frameworkProblem(error: FastifyError, request: FastifyRequest): Problem | null {
  const status = error.statusCode ?? 500;
  if (status === 413) return problem.tooLarge(request.routeOptions.bodyLimit / 1024);
  if (status === 415) return problem.unsupportedMediaType();
  if (status >= 400 && status < 500) return new Problem(status, 'The request could not be read.');
  return null;
}

/** The refusal to send for an error; `null` when the error is a fault of the server. */
function problemOf(error: FastifyError, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return problem.badRequest(validationMessage(error));
  const state = sqlState(error) ?? '';
  if (BAD_TEXT_STATES.has(state)) return problem.badRequest('The request has a text that cannot be read.');
  if (BUSY_STATES.has(state) || isUnreached(error)) return problem.unavailable('The server is busy. Try again.', 1);
  if (FULL_STATES.has(state)) {
    return problem.unavailable('The server is short of space or memory. Try again later.', FULL_RETRY_AFTER_S);
  }
  return frameworkProblem(error, request);
}

/**
 * Turns every refusal and every fault into a response `{error}` without stack, SQL, path or version. The text of a
 * fault ends with the request id, by which an administrator finds it in the log.
 */
export function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = problemOf(error, request);
  if (!refusal || LOGGED_STATES.has(sqlState(error) ?? '')) request.log.error(error);
  reply.header(REQUEST_ID_HEADER, request.id);
  if (refusal?.retryAfterSeconds) reply.header('Retry-After', String(refusal.retryAfterSeconds));
  const response: ErrorResponse = {
    ...refusal?.details,
    error: refusal?.message ?? `Something went wrong on the server. Request id: ${request.id}`,
  };
  reply.code(refusal?.status ?? 500).send(response);
}
