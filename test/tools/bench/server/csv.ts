import { sql } from 'drizzle-orm';
import type { Bench, Line } from './bench';

const MEGABYTE = 1024 * 1024;

/** Every line with what a file says of it, in the database's own order: what COPY would be asked for. */
const LINES = sql`select d.delivered_at, l.name, u.name, d.visit_id, d.id, b.label, b.size, i.sku, i.name,
  x.packaging, x.quantity_hundredths, x.unit_price_cents, x.line_total_cents, v.outcome, v.note
  from delivery_lines x join deliveries d on d.id = x.delivery_id join items i on i.id = x.item_id
  join users u on u.id = d.rep_id join locations l on l.id = d.location_id join boxes b on b.id = d.box_id
  left join visits v on v.id = d.visit_id`;

/** Reads the file from a listening server, as a browser does. */
async function download(url: string, cookie: string) {
  const begun = performance.now();
  const response = await fetch(`${url}/api/exports/deliveries.csv?mode=lines`, { headers: { cookie } });
  let firstByteMs = 0;
  let rows = 0;
  let peak = 0;
  for await (const chunk of response.body ?? []) {
    firstByteMs ||= performance.now() - begun;
    for (const byte of chunk as Uint8Array) if (byte === 10) rows += 1;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  return { firstByteMs, rows: rows - 1, peak, seconds: (performance.now() - begun) / 1000 };
}

/** The longest file, beside the database's own COPY. */
export async function benchCsv({ db, app, cookie }: Bench, isEmbedded: boolean): Promise<Line[]> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const before = process.memoryUsage().rss;
  const ours = await download(url, cookie);
  const begun = performance.now();
  await db.execute(sql`copy (${LINES}) to ${sql.raw(isEmbedded ? "'/dev/blob'" : "'/dev/null'")} csv`);
  const copySeconds = (performance.now() - begun) / 1000;
  const [rate, copyRate] = [ours.rows / ours.seconds, ours.rows / copySeconds].map(Math.round);
  const throughput = `${(copySeconds / ours.seconds).toFixed(2)} × COPY (${rate} lines/s)`;
  const growth = `${Math.max(0, (ours.peak - before) / MEGABYTE).toFixed(0)} MB`;
  const what = `CSV of ${ours.rows} lines`;
  return [
    { number: 12, what, measured: throughput, anchor: `COPY: ${copyRate} lines/s`, goal: '≥ 0.5' },
    { number: 12, what: 'Memory grown by it', measured: growth, anchor: '–', goal: '≤ 64 MB' },
    { number: 12, what: 'First byte', measured: `${ours.firstByteMs.toFixed(0)} ms`, anchor: '–', goal: '≤ 200 ms' },
  ];
}
