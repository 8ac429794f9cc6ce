import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_FLAGS, ensureChromium } from '../../browser/chromium';
import type { Scores } from './medianScores';

const LIGHTHOUSE = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
const TRIES = 4;

/** As much of a report as is read here. */
export interface Report {
  categories: Record<keyof Scores, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
  /** The page was not measured: no trace, no paint, no response. */
  runtimeError?: { code: string; message: string };
}

async function once(args: readonly string[], output: string): Promise<Report | null> {
  await rm(output, { force: true });
  const env = { ...process.env, CHROME_PATH: ensureChromium() };
  const run = spawn(process.execPath, [LIGHTHOUSE, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  run.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const code = await new Promise((resolve) => run.once('exit', resolve));
  const report = await readFile(output, 'utf8').catch(() => null);
  const read = report === null ? null : (JSON.parse(report) as Report);
  if (code === 0 && read && !read.runtimeError) return read;
  console.error(
    `  Not measured, once more: ${read?.runtimeError?.code ?? said.trim().split('\n').at(-1) ?? String(code)}`,
  );
  return null;
}

/**
 * One run of Lighthouse, mobile, in a browser of its own. A busy machine makes Chromium start without a trace
 * (`NO_NAVSTART`) now and then: that says nothing of the page, so it is run again.
 */
export async function runLighthouse(
  url: string,
  categories: readonly string[],
  cookie: string | null,
  folder: string,
): Promise<Report> {
  const output = join(folder, 'report.json');
  const args = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=--headless=new ${CHROMIUM_FLAGS.join(' ')}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const report = await once(args, output);
    if (report) return report;
  }
  throw new Error(`Lighthouse measured nothing on ${url} in ${TRIES} tries`);
}
