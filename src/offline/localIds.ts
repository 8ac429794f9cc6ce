import { isLocalId } from '../domain/ids';

/** The server's id for a local one; any other id, and a local one the server has not named yet, as it is. */
export type ResolveId = (id: string) => string;

export function resolverOf(serverIds: Readonly<Record<string, string>>): ResolveId {
  return (id) => (Object.hasOwn(serverIds, id) ? (serverIds[id] ?? id) : id);
}

/** What a segment of a path says; one that is no encoded text, as a person may type it into the address bar, as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Replaces ids that are a whole segment of a path. */
export function resolvePath(path: string, resolve: ResolveId): string {
  return path
    .split('/')
    .map((segment) => {
      const id = decoded(segment);
      const resolved = resolve(id);
      return resolved === id ? segment : encodeURIComponent(resolved);
    })
    .join('/');
}

/** Replaces ids that are a whole string value; a note that contains one is left alone. */
export function resolveBody(body: unknown, resolve: ResolveId): unknown {
  if (typeof body === 'string') return resolve(body);
  if (Array.isArray(body)) return body.map((value) => resolveBody(value, resolve));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, resolveBody(value, resolve)]));
}

function stringsOf(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(stringsOf) : [];
}

/** The local ids that stand in a path or body, each once. */
export function localIdsIn(path: string, body: unknown): string[] {
  const segments = path.split('/').map(decoded);
  return [...new Set([...segments, ...stringsOf(body)].filter(isLocalId))];
}
