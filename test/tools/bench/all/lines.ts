/** The lines of docs/performance.md, and how each is read from what its command prints. */

export interface Figure {
  measured: string;
  /** What it is measured beside, in the same run where that is possible. */
  anchor: string;
  goal: string;
  holds: boolean;
}

export interface LineRow extends Figure {
  number: string;
  what: string;
  command: string;
}

export interface Bench {
  /** Without `npm run`, with its arguments. */
  command: string;
  /** The rows that its output has; none where it did not come that far. */
  read(output: string): Omit<LineRow, 'command'>[];
}

/** The cells of a row that `console.table` printed, without the index. */
const cellsOf = (line: string) =>
  line
    .split('│')
    .slice(2, -1)
    .map((cell) => cell.trim().replace(/^'(.*)'$/, '$1'));

const tableRows = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('│'))
    .map(cellsOf);

const numberIn = (text: string) => Number(/\d+(?:\.\d+)?/.exec(text.replaceAll(',', ''))?.[0] ?? Number.NaN);

/** Whether a figure keeps to its goal: "≥ 0.85", "p95 ≤ 10 ms", "0.97–1.03". */
function holds(measured: string, goal: string): boolean {
  const figure = numberIn(measured);
  const [, low, high] = /(\d[\d.]*)–(\d[\d.]*)/.exec(goal) ?? [];
  if (low !== undefined && high !== undefined) return figure >= Number(low) && figure <= Number(high);
  const [, sign, limit] = /([≤≥])[ ×]*(\d[\d.]*)/.exec(goal) ?? [];
  if (limit === undefined) throw new Error(`No goal can be read from "${goal}"`);
  return sign === '≥' ? figure >= Number(limit) : figure <= Number(limit);
}

/** A row of one figure, found by an expression with one group; none when the output does not have it. */
const found = (
  output: string,
  expression: RegExp,
  row: Omit<LineRow, 'command' | 'measured' | 'holds'>,
): Omit<LineRow, 'command'>[] => {
  const measured = expression.exec(output)?.[1];
  return measured === undefined ? [] : [{ ...row, measured, holds: holds(measured, row.goal) }];
};

/** The rows of the server's bench: number, what, measured, anchor, goal. */
const readServerBench = (where: string) => (output: string) =>
  tableRows(output).flatMap(([number = '', what = '', measured = '', anchor = '', goal = '']) =>
    /^\d+$/.test(number)
      ? [
          {
            number,
            what: `${what}, ${where}`,
            measured,
            anchor,
            goal,
            holds: holds(measured.replace('p95', ''), goal.replace('p95', '')),
          },
        ]
      : [],
  );

/** Of a page the performance score and the LCP. */
const readLighthouse = (output: string) =>
  [...output.matchAll(/^(\/\S*) +(\d+) +(\d+) +(\d+)\n.*?LCP (\d+)/gm)].flatMap(
    ([, page, speed, access, practices, lcp]) => [
      {
        number: '2',
        what: `Lighthouse of ${page}`,
        measured: `${speed} / ${access} / ${practices}`,
        anchor: '–',
        goal: `≥ ${page === '/' ? 95 : 100}`,
        holds: Number(speed) >= (page === '/' ? 95 : 100),
      },
      {
        number: '2',
        what: `LCP of ${page}`,
        measured: `${lcp} ms`,
        anchor: '2,500 ms is "good"',
        goal: '≤ 1000 ms',
        holds: Number(lcp) <= 1000,
      },
    ],
  );

/** The cells: process count, …, p99 ×, …, lost, doubled, in the order in which `cluster/scale.ts` prints them. */
const readScale = (output: string) => {
  const [heads = [], ...rows] = tableRows(output).filter((cells) => cells.length > 10);
  const cell = (row: string[], head: string) => row[heads.indexOf(head)] ?? '';
  return rows.flatMap((row) => {
    const processes = cell(row, 'processes');
    const whole = cell(row, 'lost') === '0' && cell(row, 'doubled') === '0' && cell(row, 'failures') === 'none';
    const counts = `${cell(row, 'lost')} lost, ${cell(row, 'doubled')} doubled, failures: ${cell(row, 'failures')}`;
    const shared = { number: '14', anchor: `idle p99 ${cell(row, 'idle p99')} ms` };
    const [ratio, spread] = [cell(row, 'p99 ×'), cell(row, 'slowest / fastest device')];
    return [
      {
        ...shared,
        what: `p99 in the storm / idle, ${processes} processes`,
        measured: ratio,
        goal: '≤ 10',
        holds: Number(ratio) <= 10,
      },
      {
        ...shared,
        what: `Slowest / fastest device, ${processes} processes`,
        measured: spread,
        goal: '≤ 2',
        holds: Number(spread) <= 2,
      },
      { ...shared, what: `Entries, ${processes} processes`, measured: counts, goal: 'none', holds: whole },
    ];
  });
};

const readFailover = (output: string) => {
  const pauses = [...output.matchAll(/"no write taken for, s":([\d.]+)/g)].map(([, pause]) => Number(pause));
  if (pauses.length === 0) return [];
  const isWhole = output.includes('0 acknowledged entries lost, 0 doubled');
  const longest = Math.max(...pauses);
  const shared = { number: '15', anchor: `${pauses.length} rounds` };
  const kind = output.includes('silent') ? 'vanishes' : 'is killed';
  return [
    {
      ...shared,
      what: `Longest time without a write when the primary ${kind}`,
      measured: `${longest} s`,
      goal: '≤ 10 s',
      holds: longest <= 10,
    },
    {
      ...shared,
      what: `Entries when the primary ${kind}`,
      measured: isWhole ? '0 lost, 0 doubled' : 'lost or doubled',
      goal: 'none',
      holds: isWhole,
    },
  ];
};

const readTaps = (output: string) => {
  const marks = [...output.matchAll(/^([✓✗]) \d+×\d+/gm)].map(([, mark]) => mark);
  const met = marks.filter((mark) => mark === '✓').length;
  const measured = `${met} of ${marks.length} walks within their goal`;
  const row = { number: '16', what: 'Taps of a visit', measured, anchor: '–', goal: '20 / 30 / 60, 5 more offline' };
  return marks.length === 0 ? [] : [{ ...row, holds: met === marks.length }];
};

export const BENCHES: Bench[] = [
  {
    command: 'size',
    read: (output) =>
      found(output, /[\d.]+ +[\d.]+ +([\d.]+) +total/, {
        number: '1',
        what: 'JavaScript of /login → /locations, brotli, kB',
        anchor: 'React alone 58 kB',
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
  {
    command: 'bench:replay',
    read: (output) =>
      found(output, /the queue is × ([\d.]+ of fetch \([\d.–]+\))/, {
        number: '6',
        what: 'Sending what waits, writes per second, server at 0 ms',
        anchor: 'fetch alone',
        goal: '≥ 0.95',
      }),
  },
  { command: 'bench', read: readServerBench('embedded') },
  { command: 'bench -- --pg', read: readServerBench('PostgreSQL') },
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
  { command: 'bench:failover -- --silent --rounds 1', read: readFailover },
  { command: 'taps', read: readTaps },
  {
    command: 'bench:interactions',
    read: (output) =>
      found(output, /worst of \d+ steps, CPU ÷ \d+: (\d+ ms)/, {
        number: '3',
        what: 'Worst of the scripted steps, CPU ÷ 4',
        anchor: '200 ms is "good"',
        goal: '≤ 100 ms',
      }),
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
];
