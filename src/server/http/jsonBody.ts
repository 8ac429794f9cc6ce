import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LINES_PER_DELIVERY_MAX } from '../../domain/constants';
import { Problem, problem } from './problems';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as received, before it is parsed; empty without one. */
    bodyText: string;
  }
}

/** Room for the longest body of the contract, a delivery: a line has twelve tokens. */
const TOKENS_MAX = LINES_PER_DELIVERY_MAX * 20;
const DEPTH_MAX = 16;

/** A string (unterminated ones end with the text) or one of the marks of JSON. */
const TOKEN = /"(?:[^"\\]+|\\[^])*"?|[{}[\]:,]/g;

/**
 * The tokens of a text, JSON or not. Throws 400 for too many tokens or too deep a nesting, which would block the
 * process while it is parsed.
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
 * The first key that occurs twice in one object, or `null`. `JSON.parse` would silently take the last one, which may
 * not be the one that a proxy checked. The tokens must be those of valid JSON.
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

/** A text as PostgreSQL can store it: a lone surrogate (half an emoji) becomes the replacement character. */
function storable(text: string): string {
  if (text.includes('\0')) throw problem.badRequest('A text may not contain the character NUL.');
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json, (key, value: unknown) => {
      // Such a key would reach the prototype of objects that are made from the body.
      if (key === '__proto__') throw problem.badRequest('The body may not have the field __proto__.');
      return typeof value === 'string' ? storable(value) : value;
    });
  } catch (error) {
    throw error instanceof Problem ? error : problem.badRequest('The body is not valid JSON.');
  }
}

/**
 * Accepts JSON bodies only. What an HTML form can send is refused with 415, so that another site cannot write in a
 * user's name. An empty body counts as none, so signing out needs no body. Each route limits the length (`bodyLimits`).
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
