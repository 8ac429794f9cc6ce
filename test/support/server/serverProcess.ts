import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const START_LIMIT_MS = 240_000;

/** The server as its own process on a data folder, as `npm start` runs it. */
export interface ServerProcess {
  process: ChildProcess;
  /** The URL it printed. */
  url: string;
  /** Everything it printed on standard output up to now. */
  lines: string[];
  /** Everything it printed on standard error up to now. */
  errors(): string;
  /** Sends a signal and waits for the end. Returns the exit code, `null` when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface Ended {
  code: number | null;
  /** What it printed on standard output. */
  output: string;
  /** What it printed on standard error. */
  errors: string;
}

/**
 * How a process is run: `within` a command that starts the one after it, such as `nice`; another `script`; its `args`.
 */
interface SpawnOptions {
  within?: string[];
  script?: string;
  args?: string[];
}

/** Runs a file of the server in a process of its own. */
export function spawnServer(
  env: Record<string, string>,
  { within = [], script = 'src/server/main.ts', args = [] }: SpawnOptions = {},
): ChildProcess {
  const [command = '', ...rest] = [...within, process.execPath, '--import', 'tsx', script, ...args];
  return spawn(command, rest, {
    env: { ...process.env, DATABASE_URL: '', NODE_ENV: 'development', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the server, or another script that prints a URL, and waits for that URL. */
export async function startServerProcess(
  env: Record<string, string>,
  options: SpawnOptions = {},
): Promise<ServerProcess> {
  const child = spawnServer(env, options);
  const lines: string[] = [];
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start: ${errors}`)), START_LIMIT_MS);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${errors}`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      lines.push(line);
      const found = /http:\/\/\S+/.exec(line);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[0]);
    });
  });
  return {
    process: child,
    url,
    lines,
    errors: () => errors,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit');
        child.kill(signal);
        await exit;
      }
      return child.exitCode;
    },
  };
}

/** Starts a server that is expected to end by itself. If it prints a URL instead, it is killed: its code is `null`. */
export async function runServerToItsEnd(env: Record<string, string>, options: SpawnOptions = {}): Promise<Ended> {
  const child = spawnServer(env, options);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (chunk.includes('http://')) child.kill('SIGKILL');
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, errors };
}
