import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../db/database';
import { createPrivateFolder } from '../db/privateFiles';
import { writeBackup } from './writeBackup';

/** The folder in the data folder that holds the socket, and backups while they are sent. Closed to other users. */
const BACKUP_FOLDER = 'backup';
const socketPath = (dataDir: string) => join(dataDir, BACKUP_FOLDER, 'socket');

/** The longest path, in bytes, that every system allows for a socket. */
const PATH_MAX = 103;

/**
 * Offers backups of the embedded database, which only the running server may open: whoever connects to the socket in
 * the data folder receives one, which only the server's own user can do. Returns the function that ends the offer.
 */
export async function offerBackups(
  db: Database,
  dataDir: string,
  onError: (error: unknown) => void,
): Promise<() => void> {
  const path = socketPath(dataDir);
  if (Buffer.byteLength(path) > PATH_MAX) {
    onError(new Error(`The path of DATA_DIR is too long for a backup while the server runs: ${path}`));
    return () => {};
  }
  const folder = join(dataDir, BACKUP_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  createPrivateFolder(folder);
  const connections = new Set<Socket>();
  const send = async (socket: Socket) => {
    const file = join(folder, randomUUID());
    try {
      await writeBackup(db, file, new Date());
      await pipeline(createReadStream(file), socket);
    } finally {
      rmSync(file, { force: true });
    }
  };
  const server = createServer((socket) => {
    connections.add(socket.once('close', () => connections.delete(socket)));
    send(socket).catch((error: unknown) => {
      socket.destroy();
      onError(error);
    });
  });
  await once(server.listen(path), 'listening');
  chmodSync(path, 0o600);
  return () => {
    server.close();
    for (const socket of connections) socket.destroy();
  };
}

/**
 * Receives a backup from the server that has the data folder open and writes it to `path`. The file may be incomplete.
 * Returns `false` when no server listens.
 */
export async function receiveBackup(dataDir: string, path: string): Promise<boolean> {
  if (!existsSync(socketPath(dataDir))) return false;
  const socket = connect(socketPath(dataDir));
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (['ECONNREFUSED', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
  await pipeline(socket, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return true;
}
