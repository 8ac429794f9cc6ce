import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** One address of 127.0.0.1 in front of a server that may be replaced, like the virtual address of a cluster. */
export interface SwitchProxy {
  port: number;
  /** Later connections lead to this port; those that exist end. */
  pointTo(port: number): void;
  /** Passes nothing on and closes nothing, as a machine that lost its power does, until `pointTo`. */
  fallSilent(): void;
  close(): Promise<void>;
}

export async function startSwitchProxy(firstPort: number): Promise<SwitchProxy> {
  let target = firstPort;
  let isSilent = false;
  const silenced: Socket[] = [];
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    // The other side learns of the end by `close`.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    track(socket);
    if (isSilent) {
      silenced.push(socket.pause());
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    track(upstream);
    socket.pipe(upstream).pipe(socket);
    const endWith = (other: Socket) => () => {
      if (!isSilent) other.destroy();
    };
    upstream.once('close', endWith(socket));
    socket.once('close', endWith(upstream));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port');
  return {
    port: address.port,
    pointTo: (port) => {
      target = port;
      // A silent machine never ends its connections: they stay as they are, and only new ones lead elsewhere.
      if (!isSilent) for (const socket of sockets) socket.destroy();
      isSilent = false;
    },
    fallSilent: () => {
      isSilent = true;
      for (const socket of sockets) {
        socket.unpipe();
        silenced.push(socket.pause());
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
