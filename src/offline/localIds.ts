import { isLocalId } from '../domain/ids';
import { NOUNS } from './nouns';

/** The local id of a record that was made on this device, and the server's id of it. */
export interface NamedId {
  localId: string;
  serverId: string;
}

/** Returns the server's id of a local id. Returns any other id, and a local id without a server id, unchanged. */
export type ResolveId = (id: string) => string;

/** Whether each of these local ids has a server id. */
export const haveServerIds = (localIds: readonly string[], resolve: ResolveId) =>
  localIds.every((id) => resolve(id) !== id);

/**
 * The server's id of each local id, in groups by the last two characters of the local id. An immutable update copies
 * only the group of the new id, not all the thousands of ids of a long pass.
 */
export type ServerIds = Readonly<Record<string, Readonly<Record<string, string>>>>;

const groupOf = (localId: string) => localId.slice(-2);

/** Adds the server's id of a local one in place. */
export function addServerId(serverIds: Record<string, Record<string, string>>, { localId, serverId }: NamedId): void {
  const part = groupOf(localId);
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
    const part = groupOf(id);
    const ids = Object.hasOwn(serverIds, part) ? serverIds[part] : undefined;
    return ids && Object.hasOwn(ids, id) ? (ids[id] ?? id) : id;
  };
}

/**
 * The decoded segment of a path. A malformed segment, such as one typed into the address bar, is returned unchanged.
 */
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

/** The fields of a body that may hold a local id. No other field is replaced. */
const ID_FIELDS: ReadonlySet<string> = new Set(NOUNS);

/** Replaces the ids in a body. A note with the same text is not replaced. */
export function resolveBody(body: unknown, resolve: ResolveId): unknown {
  if (Array.isArray(body)) return body.map((value) => resolveBody(value, resolve));
  if (typeof body !== 'object' || body === null) return body;
  const resolved = (name: string, value: unknown) =>
    typeof value === 'string' && ID_FIELDS.has(name) ? resolve(value) : resolveBody(value, resolve);
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, resolved(name, value)]));
}

function addLocalIds(found: Set<string>, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const name of Object.keys(body)) {
    const value = (body as Record<string, unknown>)[name];
    if (typeof value !== 'string') addLocalIds(found, value);
    else if (ID_FIELDS.has(name) && isLocalId(value)) found.add(value);
  }
}

/** The local ids in a path or body, each once. */
export function localIdsIn(path: string, body: unknown): string[] {
  const found = new Set<string>();
  for (const id of path.split('/').map(decoded)) if (isLocalId(id)) found.add(id);
  addLocalIds(found, body);
  return [...found];
}
