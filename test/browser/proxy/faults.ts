import type { RequestPoint } from '../../../src/server/http/registerRoutes';

/** What the network, or something that poses as the server, does to one request. */
export type Fault =
  /** The connection breaks before the server has heard anything. */
  | { kind: 'dropBefore' }
  /** The server has carried the request out; its response never reaches the client. */
  | { kind: 'dropAfter' }
  /** As `dropAfter`, but the connection stays open in silence. */
  | { kind: 'hangAfter' }
  /** Nothing reaches the server. The client gets no response, and the connection stays open. */
  | { kind: 'hang' }
  | { kind: 'delay'; ms: number }
  /** The request goes no further before this has come. */
  | { kind: 'hold'; until: Promise<void> }
  /** The client gets the headers of the response with its length, and half of its body. */
  | { kind: 'cutBody' }
  /** The server gets the request twice at once; the client gets the first response. */
  | { kind: 'duplicate' }
  /** The server kills itself at this point of the request, if it is one that can; see `killableServer.ts`. */
  | { kind: 'killAt'; point: RequestPoint }
  /** Something else responds in the place of the server. */
  | { kind: 'response'; status: number; contentType: string; body: string; headers?: Record<string, string> };

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const page = (title: string) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>`;

/** A refusal, or an error, in the shape of spec §8: JSON with an `error` field. */
export function refusal(status: number, error: string, headers: Record<string, string> = {}): Fault {
  return { kind: 'response', status, contentType: JSON_TYPE, body: JSON.stringify({ error }), headers };
}

export const faults = {
  dropBefore: { kind: 'dropBefore' },
  dropAfter: { kind: 'dropAfter' },
  hang: { kind: 'hang' },
  hangAfter: { kind: 'hangAfter' },
  cutBody: { kind: 'cutBody' },
  duplicate: { kind: 'duplicate' },
  serverError: refusal(500, 'The server stumbled.'),
  badGateway: { kind: 'response', status: 502, contentType: HTML, body: page('502 Bad Gateway') },
  /** Status 200 and a page: what the network of a hotel or a shop sends in the place of every server. */
  captivePortal: { kind: 'response', status: 200, contentType: HTML, body: page('Welcome to our free WiFi') },
  signedOut: refusal(401, 'Sign in first.'),
} as const satisfies Record<string, Fault>;
