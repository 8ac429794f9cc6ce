import type { FastifyInstance } from 'fastify';
import { Problem, problem } from './problems';

/** A string token, or one of the marks that open, close and part objects and arrays. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * The first key that stands twice in one object of a JSON text, or `null`. `JSON.parse` would silently keep the
 * last one, and what a proxy checked might not be what is stored. The text must be valid JSON.
 */
function findDuplicateKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  let lastString = '';
  for (const [token] of json.matchAll(TOKEN)) {
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
 * from writing in a signed-in person's name. An empty body counts as none, so signing out needs no body.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) => {
    if (text.trim() === '') return undefined;
    const body = parse(text);
    const twice = findDuplicateKey(text);
    if (twice !== null) throw problem.badRequest(`The body gives "${twice.slice(0, 64)}" twice.`);
    return body;
  });
}
