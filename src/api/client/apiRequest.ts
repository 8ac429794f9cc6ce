import { type Call, type CallName, calls, pathWithId } from '../../contract/calls';
import { isLocalId } from '../../domain/ids';
import type { WriteBase } from './writes';

/** What an endpoint asks of the base query: one call of the contract with its parts. */
export interface ApiRequest {
  name: CallName;
  params?: { id: string };
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Sends a timestamp along that keeps caches between here and the server from answering (spec §7). */
  bustCache?: true;
  /** Goes on when the page is closed or left meanwhile. */
  keepalive?: true;
  /** Of a write made with a form: the id of that form's write. Without it each request is a write of its own. */
  writeId?: string;
  /** For a queued change of something that the server counts versions of. */
  base?: WriteBase;
  /** For a queued write that the server prices. */
  pricesAsOf?: string | null;
  /** For a queued write whose path and body don't name the visit it belongs to. */
  visitId?: string | null;
}

export function callOf(request: ApiRequest): Call {
  return calls[request.name];
}

/** The path below /api with its id filled in; empty query values are left out (spec §7). `now` in ms. */
export function pathOf(request: ApiRequest, now: number): string {
  const path = pathWithId(callOf(request), request.params?.id ?? '');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  if (request.bustCache) query.set('t', String(now));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Whether a request speaks of something that only this device knows. Such ids never leave it. */
export function mentionsLocalId(request: ApiRequest): boolean {
  const values = [request.params?.id, ...Object.values(request.query ?? {})];
  return values.some((value) => typeof value === 'string' && isLocalId(value));
}
