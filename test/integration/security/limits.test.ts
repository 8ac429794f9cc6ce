import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aStockedLocation, deliveryBody } from '../../support/server/aStockedLocation';
import { serverOfFile } from '../../support/server/serverOfFile';

const SOCKETS = 100;
/** A head has 15 s. The rate of a body is judged after 30 s, and a request has 125 s at most. */
const SLOW_HEAD_BYTES_MAX = 19;
const SLOW_BODY_BYTES_MAX = 40;

/** 10 kbit/s. */
const SLOW_BYTES_PER_S = 1_250;
const LINES_MAX = 500;

const server = await serverOfFile();
const url = await server.listen();

/** A delivery of 500 lines, which takes half a minute at 10 kbit/s, and the cookie of its rep. */
async function largestDelivery() {
  const location = await aStockedLocation(server.db);
  const { cookie } = await server.signIn('rep');
  const { lines, ...rest } = deliveryBody(location, 0);
  return { cookie, body: JSON.stringify({ ...rest, lines: Array.from({ length: LINES_MAX }, () => lines[0]) }) };
}

describe('security 23: the limits of a connection', () => {
  it.concurrent(`end ${SOCKETS} requests that never go on, and respond to others meanwhile`, async () => {
    const { hostname, port } = new URL(url);
    const sockets = await Promise.all(
      Array.from(
        { length: SOCKETS },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(Number(port), hostname, () => {
              socket.write('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
              resolve(socket);
            });
          }),
      ),
    );
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
  });

  it.concurrent.each([
    ['a sign-in', '/api/auth/login', 408],
    ['a call that is refused before its body', '/api/items', 401],
  ])('end a request whose body comes at one byte a second: %s', async (_what, path, status) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 1000\r\n\r\n`);
    let dripped = 0;
    const drip = setInterval(() => {
      dripped += 1;
      socket.write(' ');
    }, 1_000);
    let received = '';
    socket.on('data', (part) => {
      received += part.toString();
    });
    await once(socket, 'close');
    clearInterval(drip);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"error":`, 's'));
    expect(dripped).toBeLessThan(SLOW_BODY_BYTES_MAX);
  });

  it.concurrent('end a request whose headers come at one byte a second', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    let dripped = 0;
    const drip = setInterval(() => {
      dripped += 1;
      socket.write('x');
      if (dripped === SLOW_HEAD_BYTES_MAX) socket.end();
    }, 1_000);
    socket.resume();
    await once(socket, 'close');
    clearInterval(drip);
    expect(dripped).toBeLessThan(SLOW_HEAD_BYTES_MAX);
  });

  it.concurrent('let a delivery of 500 lines through at 10 kbit/s', async () => {
    const { hostname, port } = new URL(url);
    const { body, cookie } = await largestDelivery();
    const socket = connect(Number(port), hostname);
    const head = `POST /api/deliveries HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`);
    for (let at = 0; at < body.length; at += SLOW_BYTES_PER_S) {
      socket.write(body.slice(at, at + SLOW_BYTES_PER_S));
      await sleep(1_000);
    }
    let received = '';
    for await (const part of socket) received += String(part);
    expect(received).toMatch(/^HTTP\/1.1 201 /);
  });

  it('refuse a URL that is longer than any of the app', async () => {
    const response = await fetch(`${url}/api/locations?q=${'x'.repeat(20_000)}`);
    expect(response.status).toBe(431);
    expect(await response.json()).toHaveProperty('error');
  });
});
