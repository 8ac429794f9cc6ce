/** What goes over the wire to the server. */
export interface WireRequest {
  method: string;
  /** From `/api` on, with the query. */
  path: string;
  headers: Headers;
  /** Empty without a body. */
  body: string;
}

/** What comes back. */
export interface WireResponse {
  status: number;
  headers: Headers;
  body: string;
}

function bodyText(body: unknown): string {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  throw new TypeError('The simulation sends texts and bytes only.');
}

interface RequestParts extends Omit<RequestInit, 'body'> {
  body?: unknown;
}

/** Request, as far as the app uses it; the real one reads its body in steps of its own. */
export class SimRequestMessage {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
  readonly text: string;

  constructor(input: string | URL | SimRequestMessage, init: RequestParts = {}) {
    const from = input instanceof SimRequestMessage ? input : null;
    this.url = from ? from.url : typeof input === 'string' ? input : `${new URL(input as URL)}`;
    this.method = (init.method ?? from?.method ?? 'GET').toUpperCase();
    this.headers = new Headers(init.headers ?? from?.headers);
    this.signal = init.signal ?? from?.signal ?? null;
    this.text = 'body' in init ? bodyText(init.body) : (from?.text ?? '');
  }

  clone(): SimRequestMessage {
    return new SimRequestMessage(this);
  }
}

/** Response, as far as the app uses it. */
export class SimResponseMessage {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly redirected = false;
  readonly type = 'basic';

  constructor(
    private response: WireResponse,
    readonly url: string,
    /** The connection breaks in the middle of the body. */
    private isCut: boolean,
  ) {
    this.status = response.status;
    this.ok = response.status >= 200 && response.status < 300;
    this.headers = response.headers;
  }

  clone(): SimResponseMessage {
    return new SimResponseMessage(this.response, this.url, this.isCut);
  }

  async text(): Promise<string> {
    if (this.isCut) throw new TypeError('terminated');
    return this.response.body;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBufferLike> {
    return new TextEncoder().encode(await this.text()).buffer;
  }
}

const HTML = new Headers({ 'content-type': 'text/html' });

/** A page of a portal or firewall. */
export const page = (status: number): WireResponse => ({
  status,
  headers: HTML,
  body: '<html><body>Please sign in to this network.</body></html>',
});

/** A refusal in the form of our API. */
export function refusal(status: number, retryAfterS?: number): WireResponse {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  if (retryAfterS !== undefined) headers.set('retry-after', String(retryAfterS));
  return { status, headers, body: JSON.stringify({ error: `Simulated fault ${status}` }) };
}
