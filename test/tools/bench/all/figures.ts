/** How figures are read from what a bench prints. */

export interface Figure {
  measured: string;
  /** What it is measured beside, in the same run where that is possible. */
  anchor: string;
  goal: string;
  holds: boolean;
}

/** A line of docs/performance.md. */
export interface LineRow extends Figure {
  number: string;
  what: string;
  command: string;
}

/** The cells of a row that `console.table` printed, without the index. */
const cellsOf = (line: string) =>
  line
    .split('│')
    .slice(2, -1)
    .map((cell) => cell.trim().replace(/^'(.*)'$/, '$1'));

export const tableRows = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('│'))
    .map(cellsOf);

const numberIn = (text: string) => Number(/\d+(?:\.\d+)?/.exec(text.replaceAll(',', ''))?.[0] ?? Number.NaN);

/** Whether a figure keeps to its goal: "≥ 0.85", "p95 ≤ 10 ms", "0.97–1.03". */
export function holds(measured: string, goal: string): boolean {
  const figure = numberIn(measured);
  const [, low, high] = /(\d[\d.]*)–(\d[\d.]*)/.exec(goal) ?? [];
  if (low !== undefined && high !== undefined) return figure >= Number(low) && figure <= Number(high);
  const [, sign, limit] = /([≤≥])[ ×]*(\d[\d.]*)/.exec(goal) ?? [];
  if (limit === undefined) throw new Error(`No goal can be read from "${goal}"`);
  return sign === '≥' ? figure >= Number(limit) : figure <= Number(limit);
}

/** A row of one figure, found by an expression with one group; none when the output does not have it. */
export const found = (
  output: string,
  expression: RegExp,
  row: Omit<LineRow, 'command' | 'measured' | 'holds'>,
): Omit<LineRow, 'command'>[] => {
  const measured = expression.exec(output)?.[1];
  return measured === undefined ? [] : [{ ...row, measured, holds: holds(measured, row.goal) }];
};
