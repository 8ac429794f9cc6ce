import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LINES_PER_DELIVERY_MAX } from '../../domain/constants';
import { Problem, problem } from './problems';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was received, before anything is made of it; empty without one. */
    bodyText: string;
  }
}

/** Of the longest body of the contract, a delivery: a line has twelve tokens, and the list is in one object. */
const TOKENS_MAX = LINES_PER_DELIVERY_MAX * 20;
const DEPTH_MAX = 16;

/** A string, which ends with the text when nothing else ends it, or a mark that opens, closes or parts values. */
const TOKEN = /"(?:[^"\\]+|\\[^])*"?|[{}[\]:,]/g;

/**
 * The strings and marks of a text, JSON or not. Reading a text with very many of them, or with a deep nesting, would
 * block the process: it is refused with 400 as soon as that is seen.
 */
function tokensOf(json: string): string[] {
  const tokens: string[] = [];
  let depth = 0;
  for (const [token] of json.matchAll(TOKEN)) {
    tokens.push(token);
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (tokens.length > TOKENS_MAX) throw problem.badRequest('The body has too many values.');
    if (depth > DEPTH_MAX) throw problem.badRequest('The body is nested too deeply.');
  }
  return tokens;
}

/**
 * The first key that stands twice in one object, or `null`. `JSON.parse` would silently keep the last one, and what
 * a proxy checked might not be what is stored. The tokens must be those of valid JSON.
 */
function findDuplicateKey(tokens: readonly string[]): string | null {
  const open: (Set<string> | null)[] = [];
  let lastString = '';
  for (const token of tokens) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key: string = JSON.parse(lastString);
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    } else if (token !== ',') lastString = token;
  }
  return null;
}

/** A text as PostgreSQL can keep it: half of a character pair (an emoji cut in two) becomes the replacement sign. */
function storable(text: string): string {
  if (text.includes('\0')) throw problem.badRequest('A text may not contain the character NUL.');
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json, (key, value: unknown) => {
      // Such a key would reach the prototype of whatever is made from the body.
      if (key === '__proto__') throw problem.badRequest('The body may not have the field __proto__.');
      return typeof value === 'string' ? storable(value) : value;
    });
  } catch (error) {
    throw error instanceof Problem ? error : problem.badRequest('The body is not valid JSON.');
  }
}

/**
 * Bodies are JSON and nothing else: what an HTML form can send is refused with 415, which keeps other sites
 * from writing in a signed-in person's name. An empty body counts as none, so signing out needs no body. The route
 * limits how long a body is (`bodyLimits`).
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyText', '');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!isUtf8(bytes)) throw problem.badRequest('The body is not valid UTF-8.');
      const text = bytes.toString('utf8');
      request.bodyText = text;
      if (text.trim() === '') return undefined;
      const tokens = tokensOf(text);
      const body = parse(text);
      const twice = findDuplicateKey(tokens);
      if (twice !== null) throw problem.badRequest(`The body gives "${twice.slice(0, 64)}" twice.`);
      return body;
    },
  );
}
