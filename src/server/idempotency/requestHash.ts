import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** Left out of what is hashed: a fast hash would give a password away to whoever reads the table and guesses. */
const SECRET_FIELD = /password/i;

/** Hashes without this mark are those of an older server, see `olderRequestHash`. */
const BYTES_MARK = 'bytes:';

const sha256 = (...parts: string[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Whether the bodies of a call carry a password. */
export function hasSecret(body: z.ZodMiniType | undefined): boolean {
  return body instanceof z.ZodMiniObject && Object.keys(body.shape).some((name) => SECRET_FIELD.test(name));
}

/** A JSON text without its passwords. */
const withoutSecrets = (json: string) =>
  JSON.stringify(JSON.parse(json, (name, value: unknown) => (SECRET_FIELD.test(name) ? undefined : value)));

/**
 * What must be the same when a key comes again: method, path and the bytes of the body, before anything is made of
 * them. A later version of the contract, with other defaults or limits, cannot make an unchanged repeat look like
 * another request. A body that may carry a password is read as JSON and hashed without it.
 */
export function requestHash({ method, url, bodyText }: FastifyRequest, carriesSecret: boolean): string {
  const [path = ''] = url.split('?', 1);
  const body = carriesSecret && bodyText !== '' ? withoutSecrets(bodyText) : bodyText;
  return BYTES_MARK + sha256(`${method} ${path}\n`, body);
}

/** The hash as servers stored it that hashed call, params and body as the contract had parsed them. */
export function olderRequestHash(call: string, { params, body }: Pick<FastifyRequest, 'params' | 'body'>): string {
  const parsed = [call, params ?? null, body ?? null];
  return sha256(JSON.stringify(parsed, (name, value: unknown) => (name === 'password' ? undefined : value)));
}

/** Whether a stored hash is that of this request. */
export function isHashOf(stored: string, request: { hash: string; olderHash: () => string }): boolean {
  return stored === (stored.startsWith(BYTES_MARK) ? request.hash : request.olderHash());
}
