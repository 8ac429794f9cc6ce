import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

export interface TlsResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends one request over TLS, trusting one certificate. */
export function sendOverTls(
  url: string,
  certificate: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: object; headers?: Record<string, string> } = {},
): Promise<TlsResponse> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, { method, ca: certificate, headers: { ...json, ...headers } }, (response) => {
      text(response).then((received) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
