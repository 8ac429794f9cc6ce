import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../support/server/serverOfFile';

const SOCKETS = 100;
/** A head has 15 s, the whole request 20. */
const SLOW_BYTES_MAX = 19;

const server = await serverOfFile();
const url = await server.listen();

describe('security 23: the limits of a connection', () => {
  it(`keep the server responding while ${SOCKETS} connections send their request byte by byte`, async () => {
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
    for (const socket of sockets) socket.destroy();
  });

  it('end a request whose body comes at one byte a second, before 40 bytes', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: 100\r\n\r\n`);
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
    expect(received).toMatch(/^HTTP\/1.1 408 .*"error":/s);
    expect(dripped).toBeLessThan(40);
  });

  it('end a request whose headers come at one byte a second, before 19 bytes', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    let dripped = 0;
    const drip = setInterval(() => {
      dripped += 1;
      socket.write('x');
      if (dripped === SLOW_BYTES_MAX) socket.end();
    }, 1_000);
    socket.resume();
    await once(socket, 'close');
    clearInterval(drip);
    expect(dripped).toBeLessThan(SLOW_BYTES_MAX);
  });

  it('refuse a URL that is longer than any of the app', async () => {
    const response = await fetch(`${url}/api/locations?q=${'x'.repeat(20_000)}`);
    expect(response.status).toBe(431);
    expect(await response.json()).toHaveProperty('error');
  });
});
