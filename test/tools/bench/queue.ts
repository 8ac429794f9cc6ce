import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import { withBuiltPage } from './builtPage';
import { percentile, type Samples } from './samples';

/**
 * `npm run bench:queue`: how long a change takes from the press of its button until it is on disk, in a real
 * Chromium, with 0, 1,000 and 10,000 entries waiting, beside a raw strict put in the same run, and beside the least
 * that also assigns a position: a counter is read, and put with the record.
 */

const WAITING = [0, 1_000, 10_000];
const WARM_UP = 20;
const ROUNDS = 20;
const PRESSES_A_ROUND = 10;
const PAGE = join(import.meta.dirname, 'page');

interface Run {
  /** Entries that waited already. */
  waiting: number;
  /** How long the app's store took to open over them. */
  openedInMs: number;
  page: Page;
  samples: Samples;
}

/** A device of its own, with that many entries waiting. */
async function openRun(browser: Browser, url: string, waiting: number): Promise<Run> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.openQueue !== undefined);
  const openedInMs = await page.evaluate(async (count) => {
    const opened = await window.openQueue?.(count);
    if (opened) window.pressAgain = opened.press;
    return opened?.openedInMs ?? Number.NaN;
  }, waiting);
  return { waiting, openedInMs, page, samples: { rawPut: [], countedPut: [], durable: [], reported: [] } };
}

const pressed = ({ page }: Run, presses: number) => page.evaluate((count) => window.pressAgain?.(count), presses);

/** The lengths take turns, so that whatever else the machine does hits them all alike. */
async function measure(url: string): Promise<Run[]> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const runs: Run[] = [];
    for (const waiting of WAITING) runs.push(await openRun(browser, url, waiting));
    for (const run of runs) await pressed(run, WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const run of runs) {
        const taken = await pressed(run, PRESSES_A_ROUND);
        for (const name of ['rawPut', 'countedPut', 'durable', 'reported'] as const)
          run.samples[name].push(...(taken?.[name] ?? []));
      }
    }
    return runs;
  } finally {
    await browser.close();
  }
}

function print(runs: readonly Run[]): void {
  const ms = (value: number) => Number(value.toFixed(2));
  const rows = runs.flatMap(({ waiting, samples }) =>
    [0.5, 0.95].map((share) => {
      const raw = percentile(samples.rawPut, share);
      const durable = percentile(samples.durable, share);
      return {
        waiting,
        percentile: `p${share * 100}`,
        'raw put, ms': ms(raw),
        'on disk, ms': ms(durable),
        'reported, ms': ms(percentile(samples.reported, share)),
        'on disk / raw': ms(durable / raw),
        'counted put / raw': ms(percentile(samples.countedPut, share) / raw),
      };
    }),
  );
  console.table(rows);
  const growth = (share: number) => {
    const [first, last] = [runs[0], runs.at(-1)].map((run) => percentile(run?.samples.durable ?? [], share));
    return ((last ?? 0) / (first ?? 1)).toFixed(2);
  };
  for (const { waiting, openedInMs } of runs) console.log(`Opened over ${waiting} waiting in ${ms(openedInMs)} ms.`);
  console.log(`On disk, from ${WAITING[0]} to ${WAITING.at(-1)} waiting: p50 × ${growth(0.5)}, p95 × ${growth(0.95)}.`);
}

await withBuiltPage({ root: PAGE }, async (url) => print(await measure(url)));
