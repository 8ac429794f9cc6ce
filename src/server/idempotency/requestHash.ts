import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

/** Fields that are not hashed: a reader of the table could guess a password from a fast hash. */
const SECRET_FIELD = /password/i;

/** Begins every hash of this server. Hashes without it are of an older server (`olderRequestHash`). */
const BYTES_MARK = 'bytes:';

const sha256 = (...parts: string[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Whether the bodies of a call have a password field. */
export function hasSecret(body: z.ZodMiniType | undefined): boolean {
  return body instanceof z.ZodMiniObject && Object.keys(body.shape).some((name) => SECRET_FIELD.test(name));
}

/** A JSON text without its passwords. */
const withoutSecrets = (json: string) =>
  JSON.stringify(JSON.parse(json, (name, value: unknown) => (SECRET_FIELD.test(name) ? undefined : value)));

/**
 * The hash by which a repeated key must match: of method, path and the bytes of the body as received. A later contract
 * with other defaults or limits thus does not make an unchanged repeat look like another request. A body with a
 * password field is parsed and hashed without it.
 */
export function requestHash({ method, url, bodyText }: FastifyRequest, carriesSecret: boolean): string {
  const [path = ''] = url.split('?', 1);
  const body = carriesSecret && bodyText.trim() !== '' ? withoutSecrets(bodyText) : bodyText;
  return BYTES_MARK + sha256(`${method} ${path}\n`, body);
}

/** The hash as older servers stored it: of the call, its params and its body, as the contract parsed them. */
export function olderRequestHash(call: string, { params, body }: Pick<FastifyRequest, 'params' | 'body'>): string {
  const parsed = [call, params ?? null, body ?? null];
  return sha256(JSON.stringify(parsed, (name, value: unknown) => (name === 'password' ? undefined : value)));
}

/** Whether a stored hash is that of this request. */
export function isHashOf(stored: string, request: { hash: string; olderHash: () => string }): boolean {
  return stored === (stored.startsWith(BYTES_MARK) ? request.hash : request.olderHash());
}
