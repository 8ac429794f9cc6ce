import { isLocalId } from '../domain/ids';

/** A thing that was made on this device, and what the server calls it. */
export interface NamedId {
  localId: string;
  serverId: string;
}

/** The server's id for a local one; any other id, and a local one the server has not named yet, as it is. */
export type ResolveId = (id: string) => string;

/**
 * The server's id of each local one, in parts by the last two characters of the local id. A state that is never
 * changed in place copies what a new id goes into: one part, and not the thousands that a long pass adds up to.
 */
export type ServerIds = Readonly<Record<string, Readonly<Record<string, string>>>>;

const partOf = (localId: string) => localId.slice(-2);

/** Adds the server's id of a local one in place. */
export function addServerId(serverIds: Record<string, Record<string, string>>, { localId, serverId }: NamedId): void {
  const part = partOf(localId);
  const known = Object.hasOwn(serverIds, part) ? serverIds[part] : undefined;
  if (known) known[localId] = serverId;
  else serverIds[part] = { [localId]: serverId };
}

export function serverIdsOf(mappings: readonly NamedId[]): ServerIds {
  const serverIds: Record<string, Record<string, string>> = {};
  for (const mapping of mappings) addServerId(serverIds, mapping);
  return serverIds;
}

export function resolverOf(serverIds: ServerIds): ResolveId {
  return (id) => {
    const part = partOf(id);
    const ids = Object.hasOwn(serverIds, part) ? serverIds[part] : undefined;
    return ids && Object.hasOwn(ids, id) ? (ids[id] ?? id) : id;
  };
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

function addLocalIds(found: Set<string>, value: unknown): void {
  if (typeof value === 'string' && isLocalId(value)) found.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) addLocalIds(found, part);
  }
}

/** The local ids in a path or body, each once. */
export function localIdsIn(path: string, body: unknown): string[] {
  const found = new Set<string>();
  for (const segment of path.split('/')) addLocalIds(found, decoded(segment));
  addLocalIds(found, body);
  return [...found];
}
