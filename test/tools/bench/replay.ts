import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import type { Plugin } from 'vite';
import { API_BASE_PATH } from '../../../src/domain/constants';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import { withBuiltPage } from './builtPage';
import type { Drained } from './page/measureReplay';
import { percentile } from './samples';

/**
 * `npm run bench:replay -- --entries N --delay MS --pairs P`: how fast the queue sends what waits, in order and one at
 * a time, in a real Chromium, beside the same requests by fetch alone. The two take turns (ABBA), so that whatever
 * else the machine does hits both alike. The server only responds, after the delay.
 */

const { values } = parseArgs({
  options: { entries: { type: 'string' }, delay: { type: 'string' }, pairs: { type: 'string' } },
});
const ENTRIES = Number(values.entries ?? 1_000);
const DELAY_MS = Number(values.delay ?? 0);
const PAIRS = Number(values.pairs ?? 6);
const PAGE = join(import.meta.dirname, 'page');

/** Responds to every call, after the delay. */
function respondingServer(): Plugin {
  const respond = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (!request.url?.startsWith(API_BASE_PATH)) return next();
    request.resume().once('end', () => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ _id: `served-${request.url}`, now: new Date().toISOString() }));
      }, DELAY_MS);
    });
  };
  return { name: 'bench-server', configurePreviewServer: ({ middlewares }) => void middlewares.use(respond) };
}

type Side = 'drainQueue' | 'fetchOneByOne';

/** One measurement on a device of its own. */
async function run(browser: Browser, url: string, side: Side): Promise<Drained> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction(() => window.drainQueue !== undefined);
    const drained = await page.evaluate(([name, count]) => window[name]?.(count), [side, ENTRIES] as const);
    if (!drained) throw new Error('The page has nothing to measure');
    return drained;
  } finally {
    await context.close();
  }
}

async function measure(url: string): Promise<Record<Side, Drained[]>> {
  const samples: Record<Side, Drained[]> = { drainQueue: [], fetchOneByOne: [] };
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const order: Side[] = pair % 2 ? ['fetchOneByOne', 'drainQueue'] : ['drainQueue', 'fetchOneByOne'];
      for (const side of order) samples[side].push(await run(browser, url, side));
    }
  } finally {
    await browser.close();
  }
  return samples;
}

function print(samples: Record<Side, Drained[]>): void {
  const rows = Object.entries(samples).map(([side, drained]) => ({
    side: side === 'drainQueue' ? 'the queue' : 'fetch alone',
    'writes/s': Math.round(
      percentile(
        drained.map(({ ms }) => (ENTRIES * 1000) / ms),
        0.5,
      ),
    ),
    'ms a write': Number(
      percentile(
        drained.map(({ ms }) => ms / ENTRIES),
        0.5,
      ).toFixed(2),
    ),
    'longest stall, ms': Math.round(Math.max(...drained.map(({ stallMs }) => stallMs))),
  }));
  console.table(rows);
  const ratios = samples.fetchOneByOne.map(({ ms }, pair) => ms / (samples.drainQueue[pair]?.ms ?? Number.NaN));
  const [low, median, high] = [0, 0.5, 1].map((share) => percentile(ratios, share).toFixed(2));
  console.log(
    `${ENTRIES} entries, server at ${DELAY_MS} ms, ${PAIRS} pairs: the queue is × ${median} of fetch (${low}–${high}).`,
  );
}

const page = {
  root: PAGE,
  plugins: [respondingServer()],
  build: { rolldownOptions: { input: join(PAGE, 'replay.html') } },
};
await withBuiltPage(page, async (url) => print(await measure(`${url}replay.html`)));
