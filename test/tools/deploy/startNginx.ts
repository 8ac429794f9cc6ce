import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const TRIES = 50;
const PAUSE_MS = 100;

export interface Proxy {
  /** The proxy's own certificate, which the caller trusts. */
  certificate: string;
  stop(): Promise<void>;
}

interface ProxyPorts {
  http: number;
  https: number;
  /** Where the server listens. */
  server: number;
}

function requireNginx(): void {
  if (spawnSync('nginx', ['-v']).error) throw new Error('This needs nginx: install the package nginx-light.');
}

/** Makes a certificate for localhost that nobody but the caller trusts. */
function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const { status, stderr } = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...files,
    ...names,
  ]);
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr.toString()}`);
}

/** The configuration of the documentation with the ports and files of this check. */
function settingsOf(folder: string, { http, https, server }: ProxyPorts): string {
  const changes: [from: string, to: string][] = [
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    ['https://$host$request_uri', `https://$host:${https}$request_uri`],
    ['/etc/ssl/field-sales/', `${folder}/`],
    ['127.0.0.1:3000', `127.0.0.1:${server}`],
  ];
  let settings = readFileSync('docs/deploy/nginx.conf', 'utf8');
  for (const [from, to] of changes) {
    if (!settings.includes(from)) throw new Error(`docs/deploy/nginx.conf no longer has "${from}"`);
    settings = settings.replaceAll(from, to);
  }
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const own = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  return `daemon off; error_log stderr; pid ${folder}/nginx.pid; events {} http { access_log off; ${own} ${settings} }`;
}

async function waitUntilItListens(port: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const responses = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).catch(() => null);
    if (responses) return;
    await setTimeout(PAUSE_MS);
  }
  throw new Error('nginx did not start');
}

/** Starts nginx with the configuration of the documentation, with a certificate made for it. */
export async function startNginx(folder: string, ports: ProxyPorts): Promise<Proxy> {
  requireNginx();
  mkdirSync(folder, { recursive: true });
  makeCertificate(folder);
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, settingsOf(folder, ports));
  const child = spawn('nginx', ['-c', path, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  await waitUntilItListens(ports.http);
  return {
    certificate: readFileSync(join(folder, 'fullchain.pem'), 'utf8'),
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
