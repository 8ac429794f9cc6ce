import type { Transport, WireAnswer } from '../api/transport';
import { calls } from '../contract/calls';
import { CAPTURED_AT_HEADER, CAPTURED_BY_HEADER, IDEMPOTENCY_KEY_HEADER } from '../contract/headers';
import { type ResolveId, resolveBody, resolvePath } from './localIds';
import type { NewEntry } from './types';

/** One try of an entry: the same key every time, the time of capture, whose change it is, real ids for local ones. */
export function sendEntry(transport: Transport, entry: NewEntry, resolve: ResolveId): Promise<WireAnswer> {
  return transport({
    method: entry.method,
    path: resolvePath(entry.path, resolve),
    body: resolveBody(entry.body, resolve),
    headers: {
      [IDEMPOTENCY_KEY_HEADER]: entry.id,
      [CAPTURED_AT_HEADER]: new Date(entry.ts).toISOString(),
      [CAPTURED_BY_HEADER]: entry.userId,
    },
  });
}

/** Whether our server is there: any JSON answer to the health call. A captive portal's page is none. */
export async function isServerThere(transport: Transport): Promise<boolean> {
  const answer = await transport({ method: calls.getHealth.method, path: calls.getHealth.path });
  return answer.ok;
}
