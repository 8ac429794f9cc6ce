import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { calls } from '../../src/contract/calls';
import { API_BASE_PATH } from '../../src/domain/constants';

/** A demo account as the server prints it. */
export interface Account {
  email: string;
  password: string;
}

/** The real server with the built app, a process of its own. */
export interface RunningServer {
  /** http://127.0.0.1:<port> */
  url: string;
  accounts: Account[];
  /** Ends it, SIGTERM unless told otherwise, and waits until it is gone; its data stays. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
  dataDir: string;
}

/** How long the first start may take: it makes the database and fills it with the demo data. */
const START_TIMEOUT_MS = 240_000;

/** Collects the URL and the accounts from what a server prints, for as long as it lives. */
function listen(server: ChildProcess) {
  const heard = { url: '', accounts: [] as Account[], text: '' };
  const lines = createInterface({ input: server.stdout ?? Readable.from([]) });
  lines.on('line', (line) => {
    heard.url ||= /https?:\/\/[\w.]+:\d+/.exec(line)?.[0] ?? '';
    const [, email, password] = /(\S+@\S+) \/ (\S+)/.exec(line) ?? [];
    if (email && password) heard.accounts.push({ email, password });
    heard.text += `${line}\n`;
  });
  server.stderr?.on('data', (text: Buffer) => {
    heard.text += text.toString();
  });
  return heard;
}

async function isResponding(url: string): Promise<boolean> {
  const response = await fetch(new URL(API_BASE_PATH + calls.getHealth.path, url)).catch(() => null);
  return response?.ok ?? false;
}

/**
 * Starts `src/server/main.ts` on the built app and waits until it responds. With `dataDir` and `port` of an earlier
 * one it is the same server again; without them a new one with demo data, on a free port.
 */
export async function startServer(again: { dataDir?: string; port?: number } = {}): Promise<RunningServer> {
  const dataDir = again.dataDir ?? (await mkdtemp(join(tmpdir(), 'field-sales-')));
  const env = { ...process.env, PORT: String(again.port ?? 0), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '' };
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], { env, stdio: 'pipe' });
  const heard = listen(server);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(heard.url && (await isResponding(heard.url)))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL');
      throw new Error(`The server did not start. It said:\n${heard.text}`);
    }
    await setTimeout(100);
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  const remove = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: heard.url, accounts: heard.accounts, dataDir, stop, remove };
}
