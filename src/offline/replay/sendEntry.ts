import { parseSessionUser } from '../../api/parsers/user';
import { asRecord, asText } from '../../api/parsers/values';
import { type HttpResponse, NOT_OUR_SERVER, type Transport } from '../../api/client/transport';
import { firstLoadCalls, pathWithId } from '../../contract/firstLoadCalls';
import {
  CAPTURED_AT_HEADER,
  CAPTURED_BY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IF_MATCH_HEADER,
  PRICES_AS_OF_HEADER,
} from '../../contract/headers';
import { CALL_TIMEOUT_MS, LONGEST_TRY_MS } from '../../domain/constants';
import type { QueueEntry } from '../entry';
import { type ResolveId, resolveBody, resolvePath } from '../localIds';
import { createsVisit, queuedCall } from '../queuedWrites';
import { SLOWEST_BYTES_PER_MS } from './timing';

export interface SendOptions {
  resolve: ResolveId;
  /** The version to send as `If-Match`; `null` for none. */
  ifMatch: number | null;
  /** Failed tries so far. Each doubles the time limit of this one. */
  attempts: number;
}

/** The time limit of a try, in ms: 15 s plus the time for its bytes, doubled with each attempt, at most 2 min. */
export function tryLimitMs(bodyBytes: number, attempts: number): number {
  return Math.min(LONGEST_TRY_MS, (CALL_TIMEOUT_MS + bodyBytes / SLOWEST_BYTES_PER_MS) * 2 ** Math.min(attempts, 10));
}

const bytesOf = (body: unknown) => new TextEncoder().encode(JSON.stringify(body)).length;

/** Asks about a write. The header makes the server refuse the question in the session of somebody else. */
export function askAboutWrite(
  transport: Transport,
  call: typeof firstLoadCalls.getWrite | typeof firstLoadCalls.cancelWrite,
  { id, userId }: Pick<QueueEntry, 'id' | 'userId'>,
): Promise<HttpResponse> {
  return transport({ method: call.method, path: pathWithId(call, id), headers: { [CAPTURED_BY_HEADER]: userId } });
}

/**
 * Checks a success response that names no record: a default page of a proxy or of a captive portal may look like one.
 * The server says whether it recorded the write. A server of spec §7 alone does not know this question. It is believed
 * if it names the user of the entry as signed in, which no default page does, and is not our server, which knows the
 * question; except about a start, whose response has the id of the visit (spec §7).
 */
async function confirmRecorded(transport: Transport, entry: QueueEntry, response: HttpResponse): Promise<HttpResponse> {
  const known = await askAboutWrite(transport, firstLoadCalls.getWrite, entry);
  const { state, response: recorded } = asRecord(known.ok ? known.data : null);
  if (known.ok && state === 'done') return { ...known, data: asRecord(recorded).body };
  if (asText(state) !== '' || createsVisit(entry.call)) return NOT_OUR_SERVER;
  const { method, path } = firstLoadCalls.getMe;
  const me = await transport({ method, path });
  const isOurServer = me.ok && asRecord(me.data).storesWrites === true;
  return me.ok && !isOurServer && parseSessionUser(me.data)?._id === entry.userId ? response : NOT_OUR_SERVER;
}

/**
 * Sends one try of an entry, with the same key every time, the time of capture, the id of its user, and server ids in
 * place of local ids.
 */
export async function sendEntry(
  transport: Transport,
  entry: QueueEntry,
  { resolve, ifMatch, attempts }: SendOptions,
): Promise<HttpResponse> {
  const body = resolveBody(entry.body, resolve);
  const response = await transport({
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
  const namesRecord = response.ok && queuedCall(entry.call).responseId(response.data) !== '';
  return response.ok && !namesRecord ? confirmRecorded(transport, entry, response) : response;
}

/**
 * Whether our server is reachable: it gave a JSON response to the health call. The page of a captive portal does not
 * count.
 */
export async function isServerReachable(transport: Transport): Promise<boolean> {
  const response = await transport({ method: firstLoadCalls.getHealth.method, path: firstLoadCalls.getHealth.path });
  return response.ok;
}
