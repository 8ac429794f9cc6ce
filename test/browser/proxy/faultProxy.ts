import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Fault, faults } from './faults';
import { everything, type Match, type SeenRequest, seenRequest } from './seenRequests';
import { createUpstream, type HttpResponse, type HttpRequest } from './upstream';

export interface FaultRule {
  /** How many requests it has met so far. */
  readonly met: number;
  remove(): void;
}

/** To how many requests something happens, after how many that pass. */
interface Reach {
  times?: number;
  skip?: number;
}

export interface FaultProxy {
  /** The one origin the browser knows: http://127.0.0.1:<port>. */
  url: string;
  /** Every request so far, in the order received. */
  seen: SeenRequest[];
  /** Does this to the requests that match; later rules go first. */
  meet(match: Match, fault: Fault, options?: Reach): FaultRule;
  /** Holds the requests that match back, before the server hears of them, until they are let go. */
  hold(match: Match, options?: Reach): FaultRule & { letGo(): void };
  /** Breaks every connection, open ones too, until `online`. */
  offline(): void;
  online(): void;
  /** Responds to everything, the app's own URLs too, with a page of its own, until `online`. */
  captivePortal(): void;
  /** Removes all rules and is online. */
  heal(): void;
  /** Resolves with the next request (or one already seen since `from`) that matches. */
  sees(match: Match, options?: { from?: number; timeoutMs?: number }): Promise<SeenRequest>;
  close(): Promise<void>;
}

const SEES_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

interface Rule {
  match: Match;
  fault: Fault;
  skip: number;
  left: number;
  met: number;
}

async function readRequest(incoming: IncomingMessage): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/', headers } = incoming;
  return { method, url, headers, body: Buffer.concat(chunks) };
}

function respond(response: ServerResponse, message: HttpResponse, sent = message.body.length): void {
  const { 'transfer-encoding': _, connection: __, ...headers } = message.headers;
  const length = message.status === 204 || message.status === 304 ? {} : { 'content-length': message.body.length };
  response.writeHead(message.status, { ...headers, ...length });
  if (sent === message.body.length) response.end(message.body);
  else response.write(message.body.subarray(0, sent), () => response.destroy());
}

const responseOf = (fault: Fault & { kind: 'response' }): HttpResponse => ({
  status: fault.status,
  headers: { 'content-type': fault.contentType, ...fault.headers },
  body: Buffer.from(fault.body),
});

/** A faulty network between a browser and the server at `upstreamAddress`; the app comes through it too. */
export async function startFaultProxy(upstreamAddress: string): Promise<FaultProxy> {
  const upstream = createUpstream(upstreamAddress);
  const seen: SeenRequest[] = [];
  let rules: Rule[] = [];
  let connected = true;

  function faultFor(request: SeenRequest): Fault | null {
    for (const rule of [...rules].reverse()) {
      if (rule.left <= 0 || !rule.match(request)) continue;
      if (rule.skip-- > 0) continue;
      rule.left--;
      rule.met++;
      return rule.fault;
    }
    return null;
  }

  async function ask(request: HttpRequest, record: SeenRequest): Promise<HttpResponse> {
    const response = await upstream.send(request);
    record.serverStatus = response.status;
    return response;
  }

  async function act(fault: Fault | null, request: HttpRequest, record: SeenRequest, response: ServerResponse) {
    if (fault?.kind === 'dropBefore') return response.destroy();
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'response') return respond(response, responseOf(fault));
    if (fault?.kind === 'delay') await setTimeout(fault.ms);
    if (fault?.kind === 'hold') await fault.until;
    const twin = fault?.kind === 'duplicate' ? ask(request, { ...record }) : null;
    const headers = fault?.kind === 'killAt' ? { ...request.headers, 'kill-at': fault.point } : request.headers;
    const [message] = await Promise.all([ask({ ...request, headers }, record), twin]);
    if (fault?.kind === 'dropAfter' || !connected) return response.destroy();
    if (fault?.kind === 'hangAfter') return;
    respond(response, message, fault?.kind === 'cutBody' ? Math.floor(message.body.length / 2) : undefined);
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const record = seenRequest(request);
    response.on('close', () => {
      record.isGivenUp = !response.writableFinished;
    });
    const fault = connected ? faultFor(record) : null;
    record.fault = connected ? (fault?.kind ?? null) : 'offline';
    seen.push(record);
    if (!connected) response.destroy();
    else await act(fault, request, record, response);
  }

  // A connection that ends early, on either side, is what this is for.
  const server = createServer((incoming, response) => void handle(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${port}`,
    seen,
    meet(match, fault, { times = Number.POSITIVE_INFINITY, skip = 0 } = {}) {
      const rule: Rule = { match, fault, skip, left: times, met: 0 };
      rules.push(rule);
      return {
        get met() {
          return rule.met;
        },
        remove: () => {
          rules = rules.filter((one) => one !== rule);
        },
      };
    },
    hold(match, options) {
      let letGo = () => {};
      const until = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return Object.assign(proxy.meet(match, { kind: 'hold', until }, options), { letGo });
    },
    offline() {
      connected = false;
      server.closeAllConnections();
    },
    online() {
      connected = true;
      rules = rules.filter((rule) => rule.fault !== faults.captivePortal || rule.match !== everything);
    },
    captivePortal: () => void proxy.meet(everything, faults.captivePortal),
    heal() {
      connected = true;
      rules = [];
    },
    async sees(match, { from = 0, timeoutMs = SEES_TIMEOUT_MS } = {}) {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await setTimeout(POLL_MS)) {
        const found = seen.slice(from).find(match);
        if (found) return found;
      }
      throw new Error(`No such request came to the proxy within ${timeoutMs} ms`);
    },
    async close() {
      server.closeAllConnections();
      upstream.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
