import type { AddressInfo } from 'node:net';
import { buildApp } from '../../../src/server/app';
import { readConfig } from '../../../src/server/config';
import { openDatabase } from '../../../src/server/db/openDatabase';

/**
 * The server in a process of its own that kills itself, as `kill -9` does, when a request reaches the point that its
 * header `Kill-At` names. Started by `startServerProcess`.
 */
const config = readConfig(process.env);
const { db } = await openDatabase(config);
const app = await buildApp({
  db,
  config,
  clock: () => new Date(),
  atPoint: (point, request) => {
    if (request.headers['kill-at'] === point) process.kill(process.pid, 'SIGKILL');
  },
});
await app.listen({ port: config.port, host: config.host });
console.log(`The killable server is at http://${config.host}:${(app.server.address() as AddressInfo).port}`);
