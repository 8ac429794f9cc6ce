import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config';

type Address = Pick<Config, 'port' | 'host'>;

/** Why the server cannot listen, naming the variable to change. */
function listenError(error: NodeJS.ErrnoException, { port, host }: Address): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(`PORT ${port} is in use on ${host}: stop what listens there, or set PORT to another number`);
  }
  if (error.code === 'EACCES') {
    return new Error(`PORT ${port} is reserved for the system: set PORT to a number from 1024 to 65535`);
  }
  return new Error(`HOST must be an IP address or a host name of this machine, not "${host}" (${error.message})`);
}

/** Throws when the port cannot be listened on. Called before the database is opened or created. */
export function assertCanListen({ port, host }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', (error) => reject(listenError(error, { port, host })))
      .listen({ port, host }, () => probe.close(() => resolve()));
  });
}

/** Listens and returns the URL for a browser. */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, { port, host });
  }
  const bound = app.server.address();
  const boundPort = typeof bound === 'object' && bound ? bound.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
}
