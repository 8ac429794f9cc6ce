import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../config';
import { openDatabase } from '../db/openDatabase';
import type { FileReport } from '../import/importFile';
import { importFolder } from '../import/importFolder';
import { runCommand } from '../runCommand';

const USAGE = `Usage: npm run import -- FOLDER [--sales] [--strict]
  FOLDER    holds stores.csv and items.csv (src/server/import/README.md says how they look)
  --sales   reads sales.csv too: past sales, kept as submitted visits
  --strict  keeps nothing of a file that has a bad row`;

const BAR_WIDTH = 30;

/** Redraws one line, on a terminal only. */
function drawProgress(file: string, done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const share = total === 0 ? 1 : done / total;
  const bar = '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '.');
  process.stderr.write(`\r${file} [${bar}] ${done}/${total}${done === total ? '\n' : ''}`);
}

function printReport({ file, bad, created, updated, refused }: FileReport): void {
  for (const { line, reason } of bad) console.log(`${file}, line ${line}: ${reason}`);
  console.log(
    refused
      ? `${file}: nothing imported, ${bad.length} bad rows`
      : `${file}: ${created} new, ${updated} updated, ${bad.length} bad rows`,
  );
}

async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder}`);
}

/** `npm run import`: loads stores, items and past sales from CSV files. Ends with 1 when a file was refused. */
async function importData(args: string[]): Promise<void> {
  const options = { sales: { type: 'boolean', default: false }, strict: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) throw new Error(USAGE);
  const config = readConfig(process.env);
  await assertFolder(folder);
  const database = await openDatabase(config);
  try {
    const options = { ...values, clock: () => new Date(), onProgress: drawProgress };
    const reports = await importFolder(database.db, folder, options);
    for (const report of reports) printReport(report);
    if (reports.some((report) => report.refused)) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

runCommand(() => importData(process.argv.slice(2)));
