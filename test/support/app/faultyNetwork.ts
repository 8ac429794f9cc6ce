import {
  CAPTURED_AT_HEADER,
  CAPTURED_BY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IF_MATCH_HEADER,
  PRICES_AS_OF_HEADER,
} from '../../../src/contract/headers';
import type { SimClock } from './simClock';

/** A request with its headers, as the server reads it. */
export interface ServerRequest {
  method: string;
  path: string;
  body: Record<string, unknown>;
  key: string;
  capturedAt: string;
  capturedBy: string;
  ifMatch: string;
  pricesAsOf: string;
}

interface ServerResponse {
  status: number;
  json: unknown;
  retryAfterS?: number;
  /** The instant of the prices in it, if it has prices. */
  pricesAsOf?: string;
}

/** The server behind the network. `session` is the user whose session the device's cookie is. */
export interface NetworkBackend {
  handle(request: ServerRequest, session: string | null): ServerResponse | Promise<ServerResponse>;
}

/** What can happen to one request between the device and the server. */
export const NETWORK_FAULTS = [
  'dropBefore',
  'dropAfter',
  'duplicate',
  'delay',
  'hangBefore',
  'hangAfter',
  'status500',
  'status500After',
  'html502',
  'html200',
  'html403',
  'empty204',
  'json200',
  'status401',
  'status403',
  'status404',
  'status405',
  'status409',
  'status413',
  'status422',
  'status429',
  'status503',
  'cutBody',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

/** Longer than the limit of any try. */
const HANGS_MS = 10 * 60_000;
/** Longer than a screen has room for. */
const LONG_TEXT = 'It was not carried out. '.repeat(10);
const NEVER = new Promise<never>(() => {});

/** A response whose whole text has arrived: reading it takes no turn of the event loop, so that a seed replays. */
class ArrivedResponse extends Response {
  constructor(
    private readonly content: string,
    init: ResponseInit,
  ) {
    super(null, init);
  }

  override async text(): Promise<string> {
    return this.content;
  }

  override clone(): Response {
    return this;
  }
}

export function textResponse(
  status: number,
  text: string,
  contentType: string,
  { retryAfterS, pricesAsOf }: Pick<ServerResponse, 'retryAfterS' | 'pricesAsOf'> = {},
): Response {
  const headers = new Headers({ 'content-type': contentType });
  if (pricesAsOf !== undefined) headers.set(PRICES_AS_OF_HEADER, pricesAsOf);
  if (retryAfterS !== undefined) headers.set('retry-after', String(retryAfterS));
  return new ArrivedResponse(text, { status, headers });
}

const json = (response: ServerResponse) =>
  textResponse(response.status, JSON.stringify(response.json), 'application/json', response);
const html = (status: number) => textResponse(status, '<html>Please sign in to this network</html>', 'text/html');
const refusal = (status: number, retryAfterS?: number) =>
  json({
    status,
    json: { error: `Fault ${status}. ${LONG_TEXT}` },
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  });

/** The network of one device. A fault hits the next write; health calls fail only without a connection. */
export class FaultyNetwork {
  online = true;
  faults: NetworkFault[] = [];
  /** The user whose session the device's cookie is; `null` for none. */
  session: string | null = null;
  requests = 0;
  /** How fast a request's body gets through, bytes per ms; `null` for at once. */
  bytesPerMs: number | null = null;
  /** Something in between that responds in place of the server; `null` for a request that it lets through. */
  gateway: (request: ServerRequest) => Response | null = () => null;
  /** How long the response to a write takes on its way back, ms. */
  responseMs = 0;
  /** The same for a read. */
  readResponseMs = 0;
  /** Called when a request leaves the device, and when its response or failure is about to reach it. */
  onWire: (moment: 'sent' | 'responded', request: ServerRequest, isAlive: () => boolean) => void = () => {};

  constructor(
    private clock: SimClock,
    private server: NetworkBackend,
  ) {}

  /** What a tab uses as fetch. */
  fetchFor(isAlive: () => boolean): typeof fetch {
    return async (input) => {
      // A closed tab sends nothing and gets no response.
      if (!isAlive()) return NEVER;
      let isBusy = false;
      const setBusy = (busy: boolean) => {
        if (busy !== isBusy) this.clock.busy += busy ? 1 : -1;
        isBusy = busy;
      };
      setBusy(true);
      const { signal } = input as Request;
      const request = await read(input as Request);
      let response: Response;
      try {
        this.onWire('sent', request, isAlive);
        response = await this.carry(request, signal, setBusy);
      } finally {
        this.onWire('responded', request, isAlive);
        setBusy(false);
      }
      return isAlive() ? response : NEVER;
    };
  }

  private async carry(
    request: ServerRequest,
    signal: AbortSignal,
    setBusy: (busy: boolean) => void,
  ): Promise<Response> {
    if (!this.online) throw new TypeError('Failed to fetch');
    const response = this.gateway(request);
    if (response) return response;
    const isWrite = request.method !== 'GET';
    if (isWrite) this.requests += 1;
    const fault = isWrite ? this.faults.shift() : undefined;
    /** Waits, and rejects when the device gives the request up. */
    const wait = async (ms: number) => {
      setBusy(false);
      await Promise.race([this.clock.sleep(ms), aborted(signal)]);
      setBusy(true);
    };
    const reach = async () => {
      const response = json(await this.server.handle(request, this.session));
      const onItsWayMs = isWrite ? this.responseMs : this.readResponseMs;
      if (onItsWayMs > 0) await wait(onItsWayMs);
      return response;
    };
    if (this.bytesPerMs !== null) await wait(JSON.stringify(request.body).length / this.bytesPerMs);
    switch (fault) {
      case 'dropBefore':
        throw new TypeError('Failed to fetch');
      case 'dropAfter':
        await reach();
        throw new TypeError('Failed to fetch');
      case 'duplicate':
        await reach();
        return reach();
      case 'delay':
        await wait(4_000);
        return reach();
      case 'hangBefore':
        await wait(HANGS_MS);
        throw new TypeError('Failed to fetch');
      case 'hangAfter':
        await reach();
        await wait(HANGS_MS);
        throw new TypeError('Failed to fetch');
      case 'status500After':
        await reach();
        return refusal(500);
      case 'cutBody':
        await reach();
        return textResponse(200, '{"_id": "v', 'application/json');
      case 'html502':
        return html(502);
      case 'html200':
        return html(200);
      case 'html403':
        return html(403);
      case 'empty204':
        return new Response(null, { status: 204 });
      case 'json200':
        return textResponse(200, '{"message": "Under maintenance"}', 'application/json');
      case 'status409':
        return refusal(409, 1);
      case 'status429':
        return refusal(429, 30);
      case 'status503':
        return refusal(503, 60);
      case undefined:
        return reach();
      default:
        return refusal(Number(fault.slice('status'.length)));
    }
  }
}

/** Rejects once the device has given the request up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The request was given up', 'AbortError')));
  });
}

async function read(request: Request): Promise<ServerRequest> {
  const text = await request.text();
  return {
    method: request.method,
    path: new URL(request.url).pathname.replace(/^\/api/, ''),
    body: text ? JSON.parse(text) : {},
    key: request.headers.get(IDEMPOTENCY_KEY_HEADER) ?? '',
    capturedAt: request.headers.get(CAPTURED_AT_HEADER) ?? '',
    capturedBy: request.headers.get(CAPTURED_BY_HEADER) ?? '',
    ifMatch: request.headers.get(IF_MATCH_HEADER) ?? '',
    pricesAsOf: request.headers.get(PRICES_AS_OF_HEADER) ?? '',
  };
}
