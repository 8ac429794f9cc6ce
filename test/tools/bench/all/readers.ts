import { goalsOf } from '../../lighthouse/medianScores';
import { holds, type LineRow, tableRows } from './figures';

/** The rows of the server's bench: number, what, measured, anchor, goal. */
export const readServerBench = (where: string) => (output: string) =>
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

/** Of a page the performance score and the LCP, beside that of a page of React alone. */
export const readLighthouse = (output: string) => {
  const [, alone] = /^React alone\n.*?LCP (\d+)/m.exec(output) ?? [];
  return [...output.matchAll(/^(\/\S*) +(\d+) +(\d+) +(\d+)\n.*?LCP (\d+)/gm)].flatMap(
    ([, page = '', speed, access, practices, lcp]) => [
      {
        number: '2',
        what: `Lighthouse of ${page}`,
        measured: `${speed} / ${access} / ${practices}`,
        anchor: '–',
        goal: `≥ ${goalsOf(page).performance}`,
        holds: Number(speed) >= goalsOf(page).performance,
      },
      {
        number: '2',
        what: `LCP of ${page}`,
        measured: `${lcp} ms`,
        anchor: `React alone ${alone} ms, × ${(Number(lcp) / Number(alone)).toFixed(2)}`,
        goal: '≤ 1000 ms',
        holds: Number(lcp) <= 1000,
      },
    ],
  );
};

/** The cells: process count, …, p99 ×, …, lost, doubled, in the order in which `cluster/scale.ts` prints them. */
export const readScale = (output: string) => {
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

export const readFailover = (output: string) => {
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

export const readTaps = (output: string) => {
  const marks = [...output.matchAll(/^([✓✗]) \d+×\d+/gm)].map(([, mark]) => mark);
  const met = marks.filter((mark) => mark === '✓').length;
  const measured = `${met} of ${marks.length} walks within their goal`;
  const row = { number: '16', what: 'Taps of a visit', measured, anchor: '–', goal: '20 / 30 / 60, 5 more offline' };
  return marks.length === 0 ? [] : [{ ...row, holds: met === marks.length }];
};

/** The rows of what grew most, and of what was lost or doubled. */
export const readSoak = (output: string): Omit<LineRow, 'command'>[] => {
  const grown = tableRows(output).filter((cells) => cells.length === 5 && /^[\d.]+$/.test(cells[3] ?? ''));
  const [most] = grown.toSorted((a, b) => Number(b[3]) - Number(a[3]));
  const [, length, counts] = /^(\d+ minutes, \d+ reps).*; (\d+ lost, \d+ doubled)\.$/m.exec(output) ?? [];
  if (!most || length === undefined || counts === undefined) return [];
  const [gauge = '', before = '', after = '', ratio = ''] = most;
  const shared = { number: '17', anchor: `${before} → ${after}` };
  return [
    {
      ...shared,
      what: `Most growth, ${length}: ${gauge}`,
      measured: ratio,
      goal: '≤ 1.05',
      holds: Number(ratio) <= 1.05,
    },
    {
      ...shared,
      what: `Deliveries, ${length}`,
      measured: counts,
      anchor: '–',
      goal: 'none',
      holds: counts === '0 lost, 0 doubled',
    },
  ];
};

/** The speed of sending what waits, beside fetch alone. */
export const readReplay = (output: string) =>
  [...output.matchAll(/^(\d+) entries, server at (\d+) ms, .* × ([\d.]+) of fetch (\([\d.–]+\))/gm)].map(
    ([, entries, delay, ratio = '', range]) => ({
      number: '6',
      what: `Sending what waits, writes per second, ${entries} entries, server at ${delay} ms`,
      measured: `${ratio} of fetch ${range}`,
      anchor: 'fetch alone',
      goal: '≥ 0.95',
      holds: holds(ratio, '≥ 0.95'),
    }),
  );

/** A row for each number of rows. */
export const readList = (output: string) =>
  [...output.matchAll(/one change in (\d+) rows.*: ([\d.]+ ms), plain DOM ([\d.]+ ms), × ([\d.]+)/g)].map(
    ([, rows, measured = '', plain, ratio]) => ({
      number: '7',
      what: `One change in the list, 100 deliveries in ${rows} rows, CPU ÷ 4`,
      measured,
      anchor: `plain DOM ${plain}, × ${ratio}`,
      goal: '≤ 17 ms',
      holds: holds(measured, '≤ 17 ms'),
    }),
  );
