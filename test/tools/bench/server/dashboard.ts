import { sql } from 'drizzle-orm';
import { percentile } from '../samples';
import type { Bench, Line } from './bench';
import { DAYS, LAST_DAY } from './fill';
import { timings } from './pairs';

const RUNS = 60;
const HOUR_MS = 3_600_000;

/** Ranges as a dashboard asks for them: days of some time zone, from one to all of them, one in four at a location. */
function rangeOf(index: number) {
  const offsetMs = ((index * 7) % 24) * HOUR_MS;
  const days = 1 + ((index * index * 37) % (DAYS - 1));
  const to = new Date(LAST_DAY.getTime() - ((index * 13) % (DAYS - days + 1)) * 24 * HOUR_MS - offsetMs);
  const from = new Date(to.getTime() - days * 24 * HOUR_MS);
  return { from, to: new Date(to.getTime() - 1), location: index % 4 === 3 ? `l${index}` : null };
}

const ms = (taken: number[]) =>
  `p95 ${percentile(taken, 0.95).toFixed(1)} ms, p50 ${percentile(taken, 0.5).toFixed(1)} ms`;

/** The dashboard's three calls for any range, beside a GROUP BY over the rows. */
export async function benchDashboard({ db, get }: Bench, isEmbedded: boolean): Promise<Line[]> {
  const where = (index: number, at: string) => {
    const { from, to, location } = rangeOf(index);
    const range = sql`${sql.raw(at)} between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz`;
    return location === null ? range : sql`${range} and location_id = ${location}`;
  };
  const direct = {
    'items-usage': (index: number) => sql`select item_id, sum(quantity_hundredths), sum(line_total_cents)
      from delivery_lines join deliveries d on d.id = delivery_id
      where ${where(index, 'delivered_at')} group by item_id order by 2 desc limit 10`,
    'rep-productivity': (index: number) => sql`select rep_id, sum(total_cents), count(*) from deliveries
      where ${where(index, 'delivered_at')} group by rep_id`,
    outcomes: (index: number) => sql`select outcome, count(*) from visits
      where ${where(index, 'submitted_at')} group by outcome`,
  };
  const lines: Line[] = [];
  for (const [call, statement] of Object.entries(direct)) {
    const url = (index: number) => {
      const { from, to, location } = rangeOf(index);
      const query = `from=${from.toISOString()}&to=${to.toISOString()}${location === null ? '' : `&location=${location}`}`;
      return `/api/reports/${call}?${query}`;
    };
    await timings(5, (index) => get(url(index)));
    const ours = await timings(RUNS, (index) => get(url(index)));
    const theirs = await timings(Math.ceil(RUNS / 3), (index) => db.execute(statement(index)));
    const goal = `p95 ≤ ${isEmbedded ? 20 : 10} ms at 1 M`;
    lines.push({ number: 9, what: call, measured: ms(ours), anchor: `direct: ${ms(theirs)}`, goal });
  }
  return lines;
}
