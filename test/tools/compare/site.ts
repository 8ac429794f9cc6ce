import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import type { Target } from './page/outbox';

const HERE = import.meta.dirname;
const TSX = import.meta.resolve('tsx');

/** The page of the comparison and its calls, at one URL. */
export interface Site {
  url: string;
  rep: { email: string; password: string; name: string };
  /** A new location with one box, so that the deliveries of a run can be told apart. */
  newTarget(): Promise<Target>;
  /** The marks of all deliveries at a location, in the order in which the server took them. */
  marksAt(location: string): Promise<number[]>;
  stop(): Promise<void>;
}

/** Installs the other libraries, in their own folder. */
function install(): void {
  if (existsSync(join(HERE, 'node_modules'))) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed in test/tools/compare');
}

async function buildPage(outDir: string): Promise<void> {
  const root = join(HERE, 'page');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: join(root, 'index.html'), workboxWorker: join(root, 'workboxWorker.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

/** The app's own server, which serves the folder dist/client below the folder it is started in. */
async function startServer(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--import', TSX, resolve('src/server/main.ts')], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', NODE_ENV: 'development', PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/\S+/.exec(line) ?? [];
    if (url) return { child, url };
  }
  throw new Error('The server did not start');
}

interface Listed {
  data: { _id: string; createdAt: string; lines: { quantity: number }[] }[];
}

/** Builds the page and starts the server with its demo data. */
export async function startSite(): Promise<Site> {
  install();
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  await buildPage(join(folder, 'dist/client'));
  const { child, url } = await startServer(folder);

  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password: 'demo-admin' }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api${path}`, { ...sent, headers });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const [item] = await ask<{ _id: string }[]>('/items');
  const rep = { email: 'rep@example.com', password: 'demo-rep', name: 'Marcus Bell' };
  let locations = 0;

  return {
    url,
    rep,
    newTarget: async () => {
      const made = await ask<{ _id: string }>('/locations', { name: `Location ${(locations += 1)}`, boxCount: 1 });
      const [box] = await ask<{ _id: string }[]>(`/boxes?location=${made._id}`);
      const ids = { location: made._id, box: box?._id ?? '', item: item?._id ?? '' };
      return { url: '/api/deliveries', repName: rep.name, ...ids };
    },
    marksAt: async (location) => {
      const { data } = await ask<Listed>(`/deliveries?location=${location}&limit=1000`);
      const inOrder = data.toSorted((a, b) => (a.createdAt + a._id < b.createdAt + b._id ? -1 : 1));
      return inOrder.map(({ lines }) => lines[0]?.quantity ?? Number.NaN);
    },
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}
