import type { Verdict } from './judge';
import type { Times } from './times';

/** The results as Markdown tables: a row for each fault or number of waiting deliveries, a column for each client. */

/** What a client did, or why its run ended. */
export type Result<T> = T | { failed: string };

export interface Row<T> {
  name: string;
  results: Record<string, Result<T>>;
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table<T>(head: string, clients: readonly string[], rows: readonly Row<T>[], cell: (of: T) => string): string {
  const textOf = (result: Result<T> | undefined) => {
    if (!result) return '';
    return typeof result === 'object' && result !== null && 'failed' in result ? 'failed' : cell(result as T);
  };
  const body = rows.map(({ name, results }) => line([name, ...clients.map((client) => textOf(results[client]))]));
  return [line([head, ...clients]), line(['---', ...clients.map(() => '---')]), ...body].join('\n');
}

/** Lost / doubled / out of order, of those that were reported as saved; a dash when none was. */
export const faultTable = (clients: readonly string[], rows: readonly Row<Verdict>[]) =>
  table('Fault', clients, rows, ({ saved, lost, doubled, outOfOrder }) =>
    saved === 0 ? '–' : `${lost} / ${doubled} / ${outOfOrder}`,
  );

const ms = (value: number | null) => (value === null ? '–' : String(value));

/** Shown as saved / written by the page, ms; sent per second. */
export const timeTable = (clients: readonly string[], rows: readonly Row<Times>[]) =>
  table('Waiting', clients, rows, ({ shown, written, sentPerSecond, left }) => {
    const rest = left > 0 ? ` (${left} left)` : '';
    return `${ms(shown)} / ${ms(written)} ms; ${sentPerSecond} per s${rest}`;
  });
