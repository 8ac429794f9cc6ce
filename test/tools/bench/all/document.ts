import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { LineRow } from './figures';

/** The table of the last figures in docs/performance.md: a row goes when its command has run again. */

const DOCUMENT = 'docs/performance.md';
const BEGIN = '<!-- figures: written by npm run bench:all -->';
const END = '<!-- end of figures -->';
const HEAD = '| # | What | Measured | Beside | Goal | Holds | Command | When |\n|---|---|---|---|---|---|---|---|';

/** Date, cores, memory, Node and how busy the machine is with other work, before a bench begins. */
export function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const [load = 0] = loadavg();
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GB, Node ${process.versions.node}, load ${load.toFixed(1)}`;
}

const rowText = (row: LineRow, when: string) => {
  const { number, what, measured, anchor, goal, holds, command } = row;
  const cells = [number, what, measured, anchor, goal, holds ? 'yes' : '**no**', `\`npm run ${command}\``, when];
  return `| ${cells.join(' | ')} |`;
};

const numberOf = (row: string) => Number(/^\| (\d+)/.exec(row)?.[1] ?? 0);

/** Puts the rows of one command in the place of its earlier ones, sorted by number. */
export function writeRows(command: string, rows: readonly LineRow[], when: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, rest] = text.split(`${BEGIN}\n`);
  const [figures, after] = rest?.split(END) ?? [];
  if (figures === undefined || after === undefined) throw new Error(`${DOCUMENT} has no place for figures`);
  const others = figures.split('\n').filter((row) => /^\| \d/.test(row) && !row.includes(`\`npm run ${command}\``));
  const all = [...others, ...rows.map((row) => rowText(row, when))].toSorted((a, b) => numberOf(a) - numberOf(b));
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${[HEAD, ...all].join('\n')}\n\n${END}${after}`);
}
