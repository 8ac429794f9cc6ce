import { type AddressInfo, createServer, Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isUnreached } from '../../../src/server/db/database';
import { openPool } from '../../../src/server/db/openPool';
import * as schema from '../../../src/server/db/schema';

const message = (type: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')]);
};
const READY = message('Z', 'I');

/** As much of PostgreSQL as says yes to every statement. */
async function startYesServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', '\0\0\0\0'), READY]));
      socket.on('data', () => socket.write(Buffer.concat([message('C', 'OK\0'), READY])));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hangUp = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  const fallSilent = () => {
    for (const socket of sockets.splice(0)) socket.removeAllListeners('data').resume();
  };
  return { url: `postgres://nobody@127.0.0.1:${port}/nothing`, hangUp, fallSilent, close: () => server.close() };
}

describe('a connection that breaks within a transaction', () => {
  it('fails the transaction with an unreachable-database error, and is replaced', async () => {
    const yes = await startYesServer();
    const pool = openPool(yes.url);
    const ended = new Promise((resolve) => pool.once('connect', (client) => client.once('end', resolve)));
    const db = drizzle(pool, { schema });
    const broken = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      yes.hangUp();
      await ended;
      await tx.execute(sql`select 2`);
    });
    expect(isUnreached(await broken.catch((error: unknown) => error))).toBe(true);
    await db.transaction((tx) => tx.execute(sql`select 3`));
    await pool.end();
    yes.close();
  });
});

describe('a database server that stops responding', () => {
  /** The socket below a connection of the pool. */
  const socketOf = (client: pg.PoolClient): Socket => {
    const stream = 'connection' in client && client.connection instanceof pg.Connection && client.connection.stream;
    if (!(stream instanceof Socket)) throw new Error('The connection has no socket');
    return stream;
  };

  it('fails the transaction after the statement timeout, and gets a new connection', async () => {
    const yes = await startYesServer();
    const pool = openPool(yes.url, 1, 'serving');
    const socket = new Promise<Socket>((resolve) => pool.once('connect', (client) => resolve(socketOf(client))));
    const db = drizzle(pool, { schema });
    const waiting = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      yes.fallSilent();
      const second = tx.execute(sql`select 2`);
      const { timeout = 0 } = await socket;
      expect(timeout).toBeGreaterThan(9_000);
      expect(timeout).toBeLessThan(15_000);
      (await socket).emit('timeout');
      await second;
    });
    expect(isUnreached(await waiting.catch((error: unknown) => error))).toBe(true);
    await db.transaction((tx) => tx.execute(sql`select 3`));
    await pool.end();
    yes.close();
  });
});
