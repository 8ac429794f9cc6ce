import { freePort } from '../../../support/server/freePort';
import { startServerProcess } from '../../../support/server/serverProcess';

/** The killable server on a port that outlives it. */
export interface RestartableServer {
  url: string;
  /** Ends it with a signal and starts it again; a second wish while it restarts is the same restart. */
  restart(signal: NodeJS.Signals, between?: () => Promise<void>): Promise<void>;
  /** How often it had ended by itself, killed at a point of a request, and was started again. */
  kills(): number;
  stop(): Promise<void>;
}

export async function startRestartable(databaseUrl: string, dataDir: string): Promise<RestartableServer> {
  const port = await freePort();
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' };
  let kills = 0;
  let isStopping = false;
  let restarting: Promise<void> | null = null;

  async function start() {
    const server = await startServerProcess(env, { script: 'test/support/server/killableServer.ts' });
    server.process.once('exit', () => {
      if (isStopping || restarting) return;
      kills += 1;
      restarting = start().then((next) => {
        running = next;
        restarting = null;
      });
    });
    return server;
  }
  let running = await start();

  return {
    url: `http://127.0.0.1:${port}`,
    kills: () => kills,
    restart: async (signal, between = async () => undefined) => {
      restarting ??= (async () => {
        await running.end(signal);
        await between();
        running = await start();
        restarting = null;
      })();
      await restarting;
    },
    stop: async () => {
      isStopping = true;
      await restarting;
      await running.end('SIGTERM');
    },
  };
}
