import { found, type LineRow, tableRows } from './figures';
import {
  readFailover,
  readLighthouse,
  readList,
  readReplay,
  readScale,
  readServerBench,
  readSoak,
  readTaps,
} from './readers';

/** The lines of docs/performance.md, and how each is read from what its command prints. */

export interface Bench {
  /** Without `npm run`, with its arguments. */
  command: string;
  /** The rows that its output has; none where it did not come that far. */
  read(output: string): Omit<LineRow, 'command'>[];
}

export const BENCHES: Bench[] = [
  {
    command: 'size',
    read: (output) =>
      found(output, /[\d.]+ +[\d.]+ +([\d.]+) +total/, {
        number: '1',
        what: 'JavaScript of /login → /locations, brotli, kB',
        anchor: `React alone ${/([\d.]+) +React alone/.exec(output)?.[1]}`,
        goal: '≤ 125',
      }),
  },
  { command: 'lighthouse -- 1', read: readLighthouse },
  {
    command: 'bench:queue',
    read: (output) => [
      ...tableRows(output).flatMap(([waiting = '', percentile = '', raw = '', , , ratio = '']) =>
        percentile === 'p50'
          ? [
              {
                number: '5',
                what: `Press to disk / raw put, ${waiting} waiting`,
                measured: ratio,
                anchor: `raw put ${raw} ms`,
                goal: '≤ 1.3',
                holds: Number(ratio) <= 1.3,
              },
            ]
          : [],
      ),
      ...found(output, /waiting: p50 × [\d.]+, p95 × ([\d.]*\d)/, {
        number: '5',
        what: 'Press to disk, p95 at 10,000 / at 0 waiting',
        anchor: 'the same at 0',
        goal: '≤ 1.5',
      }),
    ],
  },
  { command: 'bench:replay', read: readReplay },
  { command: 'bench:replay -- --entries 10000 --pairs 1', read: readReplay },
  { command: 'bench:replay -- --delay 50 --pairs 1', read: readReplay },
  { command: 'bench:replay -- --delay 150 --entries 300 --pairs 1', read: readReplay },
  { command: 'bench:list', read: readList },
  { command: 'bench', read: readServerBench('embedded') },
  { command: 'bench -- --pg', read: readServerBench('PostgreSQL') },
  {
    command: 'bench -- --pg --deliveries 1000000 --locations 10000',
    read: readServerBench('PostgreSQL, 1 M deliveries'),
  },
  {
    command: 'bench:storm -- --pg',
    read: (output) =>
      found(output, /p99 in the storm is × ([\d.]+)/, {
        number: '14',
        what: 'p99 in the storm / idle, one process, 200 devices',
        anchor: 'the same when idle',
        goal: '≤ 10',
      }),
  },
  { command: 'bench:scale', read: readScale },
  { command: 'bench:failover', read: readFailover },
  { command: 'bench:failover -- --silent', read: readFailover },
  { command: 'taps', read: readTaps },
  {
    command: 'bench:interactions',
    read: (output) => [
      ...found(output, /worst of \d+ steps, CPU ÷ \d+: (\d+ ms)/, {
        number: '3',
        what: 'Worst of the scripted steps, CPU ÷ 4',
        anchor: '200 ms is "good"',
        goal: '≤ 100 ms',
      }),
      ...found(output, /Submit box .* to the next screen, median of \d+, CPU ÷ \d+: (\d+ ms)/, {
        number: '3',
        what: 'Submit box without a signal to the next screen, median of 7, CPU ÷ 4',
        anchor: '–',
        goal: '≤ 150 ms',
      }),
    ],
  },
  {
    command: 'bench:start',
    read: (output) =>
      found(output, /count (\d+ ms) after the first screen, median/, {
        number: '18',
        what: 'Count of 10,000 changes after the first screen, CPU ÷ 4',
        anchor: '–',
        goal: '≤ 1000 ms',
      }),
  },
  {
    command: 'bench:warm',
    read: (output) =>
      found(output, /, × ([\d.]+) \(goal/, {
        number: '4',
        what: 'Opening Locations without a signal, 1,000 changes wait',
        anchor: 'a page without a library',
        goal: '≤ 1.3',
      }),
  },
  { command: 'bench:soak', read: readSoak },
];
