import type { Transport, HttpResponse } from '../../api/client/transport';
import { appCalls } from '../../contract/appCalls';
import {
  CAPTURED_AT_HEADER,
  CAPTURED_BY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IF_MATCH_HEADER,
  PRICES_AS_OF_HEADER,
} from '../../contract/headers';
import { CALL_TIMEOUT_MS } from '../../domain/constants';
import { MINUTE_MS } from '../../domain/durations';
import type { QueueEntry } from '../entry';
import { type ResolveId, resolveBody, resolvePath } from '../localIds';

/** The slowest link that a try is made for, in bytes per ms: 64 kbit/s. */
const SLOWEST_BYTES_PER_MS = 8;
const LONGEST_TRY_MS = 2 * MINUTE_MS;

export interface SendOptions {
  resolve: ResolveId;
  /** The version to send as `If-Match`; `null` for none. */
  ifMatch: number | null;
  /** Tries that failed before: each doubles the time that this one is given. */
  attempts: number;
}

/** How long a try may take, in ms: 15 s and the time its bytes need, doubled with each attempt, at most 2 min. */
export function tryLimitMs(bodyBytes: number, attempts: number): number {
  return Math.min(LONGEST_TRY_MS, (CALL_TIMEOUT_MS + bodyBytes / SLOWEST_BYTES_PER_MS) * 2 ** Math.min(attempts, 10));
}

const bytesOf = (body: unknown) => new TextEncoder().encode(JSON.stringify(body)).length;

/** One try of an entry: the same key every time, the time of capture, whose change it is, real ids for local ones. */
export function sendEntry(
  transport: Transport,
  entry: QueueEntry,
  { resolve, ifMatch, attempts }: SendOptions,
): Promise<HttpResponse> {
  const body = resolveBody(entry.body, resolve);
  return transport({
    method: entry.method,
    path: resolvePath(entry.path, resolve),
    body,
    timeoutMs: tryLimitMs(bytesOf(body), attempts),
    headers: {
      [IDEMPOTENCY_KEY_HEADER]: entry.id,
      [CAPTURED_AT_HEADER]: new Date(entry.ts).toISOString(),
      [CAPTURED_BY_HEADER]: entry.userId,
      ...(ifMatch === null ? {} : { [IF_MATCH_HEADER]: `"${ifMatch}"` }),
      ...(entry.pricesAsOf === null ? {} : { [PRICES_AS_OF_HEADER]: entry.pricesAsOf }),
    },
  });
}

/** Whether our server is there: any JSON response to the health call. A captive portal's page is none. */
export async function isServerThere(transport: Transport): Promise<boolean> {
  const response = await transport({ method: appCalls.getHealth.method, path: appCalls.getHealth.path });
  return response.ok;
}
