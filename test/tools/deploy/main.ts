import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { paths } from '../../../src/paths';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import { freePort } from '../../support/server/freePort';
import { buildBySteps, type Image } from './containerSteps';
import { sendOverTls } from './overTls';
import { startNginx } from './startNginx';

/**
 * `npm run test:deploy`: tries the files of docs/deploy. The container file is built step by step in empty folders, its
 * command is started behind nginx with the configuration given there, and an admin signs in over TLS. Fails at the
 * first thing that is not as docs/deploy.md says.
 */

const ADMIN = { email: 'boss@example.com', password: 'a long first password' };
const STOP_MAX_MS = 10_000;
const TRIES = 200;
const PAUSE_MS = 100;

function check(what: string, isSo: boolean): void {
  console.log(`${isSo ? 'ok  ' : 'FAIL'} ${what}`);
  if (!isSo) throw new Error(`Not as docs/deploy.md says: ${what}`);
}

/** The files of the last commit in an empty folder. */
function checkOut(folder: string): string {
  const context = join(folder, 'context');
  mkdirSync(context);
  const { status } = spawnSync('sh', ['-c', `git archive HEAD | tar -x -C ${context}`], { stdio: 'inherit' });
  if (status !== 0) throw new Error('git archive failed');
  return context;
}

/** Starts what the image runs, with this environment. */
function start(image: Image, command: readonly string[], env: Record<string, string>) {
  const [program = '', ...args] = command;
  const cwd = join(image.root, image.workdir);
  return spawn(program, args, {
    cwd,
    env: { ...process.env, ...image.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const response = await fetch(`${url}/api/ready`).catch(() => null);
    if (response?.ok) return;
    await setTimeout(PAUSE_MS);
  }
  throw new Error('The server did not become ready');
}

async function checkCalls(url: string, certificate: string): Promise<void> {
  const send = (path: string, options = {}) => sendOverTls(`${url}${path}`, certificate, options);
  const signedIn = await send('/api/auth/login', { method: 'POST', body: ADMIN });
  const cookie = signedIn.headers['set-cookie']?.[0] ?? '';
  check('an admin signs in over TLS', signedIn.status === 200);
  check('the cookie is __Host-session, Secure and HttpOnly', /^__Host-session=.*HttpOnly.*Secure/.test(cookie));
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  check('the session is known', (await send('/api/auth/me', { headers })).status === 200);
  const location = { method: 'POST', body: { name: 'Corner Store', boxCount: 1 } };
  const own = await send('/api/locations', { ...location, headers: { ...headers, origin: url } });
  check('a write from the app is taken', own.status === 201);
  const foreign = await send('/api/locations', {
    ...location,
    headers: { ...headers, origin: 'https://evil.example' },
  });
  check('a write from another site is refused', foreign.status === 403);
  check('the figures for the monitoring are not public', (await send('/metrics')).status === 404);
}

async function checkBrowser(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(paths.login());
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Locations' }).click();
    await page.getByRole('heading', { name: 'Corner Store' }).waitFor();
    check('the app signs in over TLS and shows the location', true);
  } finally {
    await browser.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
const image = buildBySteps('docs/deploy/Containerfile', checkOut(folder));
check('the container file is built by its steps', image.command.length > 0);
const [http, https, port] = [await freePort(), await freePort(), await freePort()];
const env = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: '1' };
const makeAdmin = ['node', '--import', 'tsx', 'src/server/commands/createAdmin.ts', ADMIN.email, 'Ada', 'Boss'];
const [made] = (await once(start(image, makeAdmin, { ...env, ADMIN_PASSWORD: ADMIN.password }), 'close')) as [number];
check('the first admin is made with a command', made === 0);

const server = start(image, image.command, env);
server.stderr.resume();
const nginx = await startNginx(join(folder, 'nginx'), { http, https, server: port });
try {
  await untilReady(`http://127.0.0.1:${port}`);
  const plain = await fetch(`http://localhost:${http}/locations`, { redirect: 'manual' });
  const moved = plain.headers.get('location');
  check('http is sent on to https', plain.status === 308 && moved === `https://localhost:${https}/locations`);
  const url = `https://localhost:${https}`;
  await checkCalls(url, nginx.certificate);
  await checkBrowser(url);
  const stopped = once(server, 'exit');
  const stopRequestedAt = Date.now();
  server.kill('SIGTERM');
  const [code] = (await stopped) as [number | null];
  check('the server stops within 10 seconds', code === 0 && Date.now() - stopRequestedAt < STOP_MAX_MS);
  const unit = spawnSync('systemd-analyze', ['verify', 'docs/deploy/field-sales.service'], { encoding: 'utf8' });
  if (unit.error) console.log('left out: systemd-analyze is not installed');
  else check(`systemd takes the unit ${unit.stderr}`, unit.status === 0);
} finally {
  server.kill('SIGKILL');
  await nginx.stop();
  rmSync(folder, { recursive: true });
  image.remove();
}
