import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '../../src/contract/calls';
import { API_BASE_PATH } from '../../src/domain/constants';
import { paths } from '../../src/paths';
import { CHROMIUM_FLAGS, findChromium } from '../browser/findChromium';
import { type Account, startServer } from '../browser/startServer';
import { medianScores, type Scores } from './medianScores';

/**
 * `npm run lighthouse`: the built app with demo data as Lighthouse sees it on a phone, the median of five runs a page
 * (`npm run lighthouse -- 3`: of three). Fails when a median is below its goal.
 */

const LIGHTHOUSE = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
const GOALS: Scores = { performance: 95, accessibility: 100, 'best-practices': 100 };
const RUNS = Number(process.argv[2] ?? 5);
/** Signed out, then signed in. */
const PAGES: [address: string, signedIn: boolean][] = [
  [paths.login(), false],
  [paths.locations(), true],
  [paths.newDelivery(), true],
  [paths.dashboard(), true],
];

/** The cookie of a session, as a request carries it. */
async function sessionCookie(address: string, { email, password }: Account): Promise<string> {
  const answer = await fetch(address + API_BASE_PATH + calls.login.path, {
    method: calls.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || !cookie) throw new Error(`Could not sign in as ${email}: ${answer.status}`);
  return cookie;
}

interface Report {
  categories: Record<keyof Scores, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null }>;
}

async function measure(url: string, cookie: string | null, folder: string): Promise<Report> {
  const output = join(folder, 'report.json');
  const args = [
    LIGHTHOUSE,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${Object.keys(GOALS).join(',')}`,
    `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(' ')}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ];
  const env = { ...process.env, CHROME_PATH: findChromium() };
  const run = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => run.once('exit', resolve));
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)} on ${url}`);
  return JSON.parse(await readFile(output, 'utf8')) as Report;
}

const names = Object.keys(GOALS) as (keyof Scores)[];

function scoresOf({ categories }: Report): Scores {
  const score = (name: keyof Scores) => Math.round((categories[name].score ?? 0) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  };
}

/** What keeps the scores that should be whole from being so. */
function flaws({ categories, audits }: Report): string[] {
  const whole = names.filter((name) => GOALS[name] === 100);
  const weighed = whole.flatMap((name) => categories[name].auditRefs.filter(({ weight }) => weight > 0));
  return weighed.flatMap(({ id }) => ((audits[id]?.score ?? 1) < 1 ? [`${id}: ${audits[id]?.title}`] : []));
}

const server = await startServer();
const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
try {
  const [account] = server.accounts;
  if (!account) throw new Error('The server printed no demo account');
  const cookie = await sessionCookie(server.address, account);
  console.log(`${'median of ' + RUNS}`.padEnd(20), ...names.map((name) => name.padStart(15)));
  for (const [address, signedIn] of PAGES) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      reports.push(await measure(server.address + address, signedIn ? cookie : null, folder));
    }
    const median = medianScores(reports.map(scoresOf));
    console.log(address.padEnd(20), ...names.map((name) => String(median[name]).padStart(15)));
    for (const flaw of new Set(reports.flatMap(flaws))) console.log(`  ${flaw}`);
    if (names.some((name) => median[name] < GOALS[name])) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  await server.remove();
}
