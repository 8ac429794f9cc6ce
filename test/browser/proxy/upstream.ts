import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** One whole request or response; bodies here are small enough to be held. */
export interface HttpMessage {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HttpRequest extends HttpMessage {
  method: string;
  url: string;
}

export interface HttpResponse extends HttpMessage {
  status: number;
}

/** Sends requests on to the server at a URL. Rejects when it can't be reached, as a browser would see it. */
export function createUpstream(serverUrl: string) {
  const agent = new Agent({ keepAlive: true });
  const send = ({ method, url, headers, body }: HttpRequest) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const sent = request(new URL(url, serverUrl), { method, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}
