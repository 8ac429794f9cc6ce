import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type CallName, calls } from '../../../../src/contract/calls';
import { IDEMPOTENCY_KEY_HEADER } from '../../../../src/contract/headers';
import { API_BASE_PATH, CALL_TIMEOUT_MS } from '../../../../src/domain/constants';
import type { FaultProxy } from '../../../browser/proxy/faultProxy';
import { type Fault, faults, refusal } from '../../../browser/proxy/faults';
import type { Random } from '../../../support/random';
import type { MadeLocation } from '../../taps/madeLocation';

/** A rep who works by HTTP, as the queue of the app does: each write is sent under its key until it is recorded. */
export interface RepByHttp {
  cookie: string;
  location: MadeLocation;
  proxy: FaultProxy;
  random: Random;
  /** Between two presses, on average. */
  pauseMs: number;
  isOver(): boolean;
  /** Called with the id of every delivery that the server acknowledged. */
  onDelivery(id: string): void;
  /** Called with the name of every fault that met a write. */
  onFault(name: string): void;
}

interface Write {
  call: CallName;
  params: Record<string, string>;
  body: unknown;
}

/** What the network does to one write in four. */
const FAULTS: Record<string, Fault> = {
  'dropped before the server': faults.dropBefore,
  'dropped after the commit': faults.dropAfter,
  'hang before the server': faults.hang,
  'hang after the commit': faults.hangAfter,
  'response cut in the middle': faults.cutBody,
  'delay of 2 s': { kind: 'delay', ms: 2_000 },
  '500 JSON': faults.serverError,
  '502 HTML': faults.badGateway,
  '503 with Retry-After': refusal(503, 'Busy', { 'retry-after': '1' }),
  'portal page with 200': faults.captivePortal,
  'duplicate on the wire': faults.duplicate,
};
const FAULT_SHARE = 0.25;
const RETRY_MS = 500;
/** Statuses after which the same bytes are sent again; 0 stands for no response. */
const AGAIN = new Set([0, 408, 409, 425, 429, 500, 502, 503, 504]);

interface HttpResult {
  status: number;
  /** The parsed body; `null` for one that is not JSON. */
  body: unknown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** One try, given up after as long as the app gives one up. */
function send({ cookie, proxy }: RepByHttp, { call, params, body }: Write, key: string): Promise<HttpResult> {
  const { method, path } = calls[call];
  const filled = Object.entries(params).reduce<string>((text, [name, value]) => text.replace(`:${name}`, value), path);
  const headers = { cookie, 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: key };
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, body: null });
    const url = new URL(API_BASE_PATH + filled, proxy.url);
    const sent = request(url, { method, headers, signal }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.once('error', failed);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: parsed(text) }));
    });
    sent.once('error', failed);
    sent.end(JSON.stringify(body));
  });
}

/** Sends a write until the server has recorded it. An error names a response that no write may get. */
async function record(rep: RepByHttp, write: Write): Promise<{ _id: string }> {
  const key = rep.random.uuid();
  const [name, fault] = Object.entries(FAULTS)[rep.random.between(0, Object.keys(FAULTS).length - 1)] ?? [];
  const isMet = fault !== undefined && rep.random.next() < FAULT_SHARE;
  const rule = isMet ? rep.proxy.meet(({ idempotencyKey }) => idempotencyKey === key, fault, { times: 1 }) : null;
  for (;;) {
    const { status, body } = await send(rep, write, key);
    const isRecorded = status >= 200 && status < 300 && body !== null;
    if (isRecorded) {
      rule?.remove();
      if (rule && name !== undefined) rep.onFault(name);
      return body as { _id: string };
    }
    // A page with 200 is a portal's.
    const isAnother = !AGAIN.has(status) && status >= 300;
    if (isAnother) throw new Error(`${write.call} got ${status}: ${JSON.stringify(body)}`);
    await setTimeout(RETRY_MS);
  }
}

/** What a screen reads after a press. Like a browser, it asks again when the kept connection was just closed. */
async function read({ cookie, proxy, location }: RepByHttp): Promise<void> {
  const url = new URL(`${API_BASE_PATH}/deliveries?location=${location.locationId}&limit=100`, proxy.url);
  const once = () => fetch(url, { headers: { cookie } }).then((response) => response.arrayBuffer());
  await once().catch(once);
}

/** One visit after the other: every box is refilled, a note is left, the visit is submitted. */
export async function visitAllDay(rep: RepByHttp): Promise<void> {
  const { location, random, pauseMs, isOver } = rep;
  const pause = () => setTimeout(pauseMs * (0.5 + random.next()));
  while (!isOver()) {
    const visit = await record(rep, { call: 'startVisit', params: {}, body: { location: location.locationId } });
    for (const box of location.boxIds) {
      await pause();
      const lines = location.itemIds.map((item) => ({ item, quantity: random.between(1, 20), packaging: 'each' }));
      const body = { location: location.locationId, box, visit: visit._id, lines };
      rep.onDelivery((await record(rep, { call: 'createDelivery', params: {}, body }))._id);
      await read(rep);
    }
    await pause();
    const params = { id: visit._id };
    await record(rep, { call: 'updateVisitNote', params, body: { note: 'Left at the back door.' } });
    await record(rep, { call: 'submitVisit', params, body: { outcome: 'completed' } });
    // What the proxy saw is not judged here; it would hold every body of the run.
    rep.proxy.seen.length = 0;
  }
}
