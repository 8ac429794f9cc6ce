import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../server/serverOfFile';

const SOCKETS = 100;

const server = await serverOfFile();
const address = await server.listen();

describe('security 23: the limits of a connection', () => {
  it(`leave others served while ${SOCKETS} send their request byte by byte`, async () => {
    const { hostname, port } = new URL(address);
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
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('end a request that is not complete in time', () => {
    expect(server.app.server.requestTimeout).toBe(30_000);
    expect(server.app.server.headersTimeout).toBe(20_000);
  });

  it('refuse an address that is longer than any of the app', async () => {
    const answer = await fetch(`${address}/api/locations?q=${'x'.repeat(20_000)}`);
    expect(answer.status).toBe(431);
    expect(await answer.json()).toHaveProperty('error');
  });
});
