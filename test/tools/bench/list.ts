import { join, relative } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { layerOrder } from '../../../src/build/layerOrder';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import { withBuiltPage } from './builtPage';
import type { ChangeTimes, ListSamples } from './page/measureList';
import { percentile } from './samples';

/**
 * `npm run bench:list`: how long the app takes to show that one row has changed in a page of 100 deliveries, on a phone
 * with a quarter of this machine's speed, from the server's response on. Beside it the same element gets its text by
 * the DOM alone. Both take turns. Fails when the script and the frame take longer than one frame at 60 Hz.
 */

const GOAL_MS = 17;
const SLOWER = 4;
/** The same 100 deliveries, as visits of four boxes each and of one box each. */
const ROWS = [25, 100];
const WARM_UP = 5;
const ROUNDS = 10;
const PAIRS_A_ROUND = 4;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ROOT = join(import.meta.dirname, '../../..');
const PAGE = join(import.meta.dirname, 'page/list.html');

interface Run {
  rows: number;
  page: Page;
  samples: ListSamples;
}

/** A phone of its own, with the deliveries open. */
async function openRun(browser: Browser, url: string, rows: number): Promise<Run> {
  const page = await (await browser.newContext(PHONE)).newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.openList !== undefined);
  await page.evaluate(async (visits) => Object.assign(window, { changeAgain: await window.openList?.(visits) }), rows);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { rows, page, samples: { app: [], plain: [], rowsAtRequest: 0, rowsAtResponse: 0 } };
}

async function changed({ page }: Run, pairs: number): Promise<ListSamples> {
  // A page in the background has no frames.
  await page.bringToFront();
  const samples = await page.evaluate((count) => window.changeAgain?.(count), pairs);
  if (!samples) throw new Error('The page has nothing to measure');
  return samples;
}

async function measure(url: string): Promise<Run[]> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const runs: Run[] = [];
    for (const rows of ROWS) runs.push(await openRun(browser, url, rows));
    for (const run of runs) await changed(run, WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const run of runs) {
        const { app, plain, rowsAtRequest, rowsAtResponse } = await changed(run, PAIRS_A_ROUND);
        run.samples.app.push(...app);
        run.samples.plain.push(...plain);
        run.samples.rowsAtRequest = Math.max(run.samples.rowsAtRequest, rowsAtRequest);
        run.samples.rowsAtResponse = Math.max(run.samples.rowsAtResponse, rowsAtResponse);
      }
    }
    return runs;
  } finally {
    await browser.close();
  }
}

const ms = (samples: readonly ChangeTimes[], name: keyof ChangeTimes, share: number) =>
  Number(
    percentile(
      samples.map((times) => times[name]),
      share,
    ).toFixed(1),
  );

function print(runs: readonly Run[]): void {
  const sides = runs.flatMap(({ rows, samples: { app, plain } }) => [
    { rows, side: 'app', samples: app },
    { rows, side: 'plain DOM', samples: plain },
  ]);
  console.table(
    sides.flatMap(({ rows, side, samples }) =>
      [0.5, 0.95].map((share) => ({
        rows,
        side,
        percentile: `p${share * 100}`,
        'script, ms': ms(samples, 'script', share),
        'script and frame, ms': ms(samples, 'work', share),
        'painted, ms': ms(samples, 'painted', share),
      })),
    ),
  );
  for (const { rows, samples } of runs) {
    const { app, plain, rowsAtRequest, rowsAtResponse } = samples;
    const [ours, theirs] = [ms(app, 'work', 0.5), ms(plain, 'work', 0.5)];
    const isMet = ours <= GOAL_MS;
    console.log(
      `${isMet ? '✓' : '✗'} one change in ${rows} rows, CPU ÷ ${SLOWER}, ${app.length} pairs: ${ours} ms, plain DOM ${theirs} ms, × ${(ours / theirs).toFixed(2)} (goal ${GOAL_MS} ms); rows rendered: ${rowsAtRequest} at the request, ${rowsAtResponse} at the response`,
    );
    if (!isMet) process.exitCode = 1;
  }
}

const page: InlineConfig = {
  root: ROOT,
  publicDir: false,
  plugins: [react(), layerOrder()],
  build: { rolldownOptions: { input: PAGE } },
};
await withBuiltPage(page, async (url) => print(await measure(url + relative(ROOT, PAGE))));
