import { firstLoadCalls, type Call, pathWithId } from '../../contract/firstLoadCalls';
import type { CallName } from '../../contract/calls';
import { isLocalId } from '../../domain/ids';
import type { WriteBase } from './writes';

/** The request of an endpoint to the base query: one call of the contract with its parameters. */
export interface ApiRequest {
  name: CallName;
  /** The call itself, for one of `lazyCalls`. */
  call?: Call;
  params?: { id: string };
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Adds a timestamp to the query, so that no HTTP cache responds (spec §7). */
  bustCache?: true;
  /** As fetch's `keepalive`: the request continues when the page is closed. */
  keepalive?: true;
  /** The idempotency key of a form's write (spec §4). Without it each request gets a new one. */
  writeId?: string;
  /** The version that an edit was made over, for a call that is not queued. */
  ifMatch?: number;
  /** For a queued change of an existing record: the version and entry that it was made over. */
  base?: WriteBase;
  /**
   * For a queued write that the server prices: the server's ISO instant of the shown item list; `null` when unknown.
   */
  pricesAsOf?: string | null;
  /** For a queued write whose path and body do not contain the id of its visit. */
  visitId?: string | null;
}

export function callOf(request: ApiRequest): Call {
  return request.call ?? firstLoadCalls[request.name as keyof typeof firstLoadCalls];
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

/** Whether a request holds a local id. The server does not know them, so they are never sent. */
export function mentionsLocalId(request: ApiRequest): boolean {
  // A text that a person searches for is sent even if it reads like a local id.
  const ids = [request.params?.id, request.query?.visit];
  return ids.some((id) => typeof id === 'string' && isLocalId(id));
}
