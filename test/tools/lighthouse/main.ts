import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '../../../src/contract/calls';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { paths } from '../../../src/paths';
import { type Account, startServer } from '../../browser/startServer';
import { withBuiltPage } from '../bench/builtPage';
import { goalsOf, medianScores, type Scores } from './medianScores';
import { reactAlonePage } from './reactAlone';
import { type Report, runLighthouse } from './runLighthouse';
import { median } from '../../support/median';

/**
 * `npm run lighthouse`: the built app with demo data as Lighthouse sees it on a phone, the median of five runs a page,
 * beside a page of React alone. `npm run lighthouse -- 3 /login /`: of three, on these pages alone. Fails when a median
 * is below its goal.
 */

const RUNS = Number(process.argv[2] ?? 5);
const URLS = process.argv.slice(3);
/** Signed out, then signed in. */
const PAGES: [address: string, signedIn: boolean][] = [
  [paths.login(), false],
  [paths.locations(), true],
  [paths.newDelivery(), true],
  [paths.dashboard(), true],
];

/** The cookie of a session, as a request carries it. */
async function sessionCookie(url: string, { email, password }: Account): Promise<string> {
  const response = await fetch(url + API_BASE_PATH + calls.login.path, {
    method: calls.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!response.ok || !cookie) throw new Error(`Could not sign in as ${email}: ${response.status}`);
  return cookie;
}

const names: (keyof Scores)[] = ['performance', 'accessibility', 'best-practices'];

function scoresOf({ categories }: Report): Scores {
  const score = (name: keyof Scores) => Math.round((categories[name].score ?? 0) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  };
}

/** What a performance score is made of, in the units of Lighthouse: ms, and CLS bare. */
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
};

function metricsText(reports: readonly Report[]): string {
  const texts = Object.entries(METRICS).map(([name, audit]) => {
    const value = median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
    return `${name} ${name === 'CLS' ? value.toFixed(3) : Math.round(value)}`;
  });
  return texts.join(' · ');
}

/** The audits without full marks, of accessibility and best practices. */
function flaws({ categories, audits }: Report): string[] {
  const weighed = (['accessibility', 'best-practices'] as const).flatMap((name) =>
    categories[name].auditRefs.filter(({ weight }) => weight > 0),
  );
  return weighed.flatMap(({ id }) => ((audits[id]?.score ?? 1) < 1 ? [`${id}: ${audits[id]?.title}`] : []));
}

/** The reports of all runs on one page, with these arguments of `runLighthouse`. */
async function reportsOf(...args: Parameters<typeof runLighthouse>): Promise<Report[]> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await runLighthouse(...args));
  return reports;
}

const server = await startServer();
const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
try {
  const [account] = server.accounts;
  if (!account) throw new Error('The server printed no demo account');
  const cookie = await sessionCookie(server.url, account);
  console.log(`${'median of ' + RUNS}`.padEnd(20), ...names.map((name) => name.padStart(15)));
  const pages = PAGES.filter(([url]) => URLS.length === 0 || URLS.includes(url));
  if (pages.length === 0) throw new Error(`None of the pages: ${PAGES.map(([url]) => url).join(' ')}`);
  // The first start of the browser reads it from the disk, and the first requests warm the server: nobody's figure.
  await runLighthouse(server.url + paths.login(), names, null, folder);
  await withBuiltPage(reactAlonePage, async (url) => {
    // Only its speed is of interest.
    const reports = await reportsOf(url, ['performance'], null, folder);
    console.log(`React alone\n  ${metricsText(reports)}`);
  });
  for (const [url, signedIn] of pages) {
    const reports = await reportsOf(server.url + url, names, signedIn ? cookie : null, folder);
    const scores = medianScores(reports.map(scoresOf));
    console.log(url.padEnd(20), ...names.map((name) => String(scores[name]).padStart(15)));
    console.log(`  ${metricsText(reports)}`);
    for (const flaw of new Set(reports.flatMap(flaws))) console.log(`  ${flaw}`);
    const goals = goalsOf(url);
    if (names.some((name) => scores[name] < goals[name])) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  await server.remove();
}
