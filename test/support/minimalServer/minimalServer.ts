import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Backend } from '../../browser/fixture/backend';
import { type CallResponse, type CallParts, handlers, Refusal } from './calls';
import { sendClientFile } from './clientFiles';
import { userShape } from './shapes';
import { openSales, type SalesData } from './sales';
import { serverStateOf } from './serverStateOf';

const COOKIE = 'sid';

/** The handler of a path and the id in it. */
function findHandler(method: string, path: string) {
  for (const [route, handler] of Object.entries(handlers)) {
    const match = new RegExp(`^${route.replace(':id', '([^/]+)')}$`).exec(`${method} ${path}`);
    if (match) return { handler, id: decodeURIComponent(match[1] ?? '') };
  }
  throw new Refusal(404, 'There is nothing here');
}

function sessionOf(request: IncomingMessage): string {
  return new RegExp(`${COOKIE}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
}

async function readBody(request: IncomingMessage): Promise<CallParts['body']> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text ? (JSON.parse(text) as CallParts['body']) : {};
}

function signIn(sales: SalesData, body: CallParts['body'], response: ServerResponse): CallResponse {
  const user = sales.users.find((one) => one.email === body.email && one.password === body.password);
  if (!user) throw new Refusal(401, 'Wrong email or password');
  const session = sales.nextId('session');
  sales.sessions.set(session, user);
  response.setHeader('Set-Cookie', `${COOKIE}=${session}; Path=/; HttpOnly; Max-Age=86400`);
  return { status: 200, body: { user: userShape(user) } };
}

async function respond(
  sales: SalesData,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<CallResponse> {
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  if (url.pathname === '/api/auth/login') return signIn(sales, body, response);
  if (url.pathname === '/api/auth/logout') {
    sales.sessions.delete(sessionOf(request));
    return { status: 204, body: null };
  }
  const { handler, id } = findHandler(method, url.pathname);
  const user = sales.sessions.get(sessionOf(request));
  if (!user && url.pathname !== '/api/health') throw new Refusal(401, 'Not signed in');
  return handler({ sales, user: user as CallParts['user'], id, query: url.searchParams, body });
}

function send(response: ServerResponse, given: CallResponse): void {
  const isCsv = 'csv' in given;
  response.writeHead(given.status, { 'Content-Type': isCsv ? 'text/csv' : 'application/json' });
  if (given.status === 204) response.end();
  else response.end(isCsv ? given.csv : JSON.stringify(given.body));
}

/** Starts the minimal server on a free port. */
export async function startMinimalServer(): Promise<Backend> {
  let sales = openSales();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://any');
    if (!url.pathname.startsWith('/api/')) return sendClientFile(url.pathname, response);
    respond(sales, request, response, url).then(
      (given) => send(response, given),
      (error: unknown) => {
        const status = error instanceof Refusal ? error.status : 500;
        send(response, { status, body: { error: String((error as Error).message) } });
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset: async () => {
      sales = openSales();
    },
    serverState: async () => serverStateOf(sales),
    endSessions: async () => sales.sessions.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
