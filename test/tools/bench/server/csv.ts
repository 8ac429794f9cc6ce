import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Bench, Line } from './bench';
import type { Download } from './downloadCsv';

const MEGABYTE = 1024 * 1024;
const SAMPLE_MS = 50;

/** Every line with what a file says of it, in the database's own order: what COPY would be asked for. */
const LINES = sql`select d.delivered_at, l.name, u.name, d.visit_id, d.id, b.label, b.size, i.sku, i.name,
  x.packaging, x.quantity_hundredths, x.unit_price_cents, x.line_total_cents, v.outcome, v.note
  from delivery_lines x join deliveries d on d.id = x.delivery_id join items i on i.id = x.item_id
  join users u on u.id = d.rep_id join locations l on l.id = d.location_id join boxes b on b.id = d.box_id
  left join visits v on v.id = d.visit_id`;

/** Downloads the file from a listening server. Also returns the most memory that this process had meanwhile, bytes. */
async function download(url: string, cookie: string): Promise<Download & { peak: number }> {
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage().rss);
  };
  const samples = setInterval(sample, SAMPLE_MS);
  try {
    const args = ['--import', 'tsx', join(import.meta.dirname, 'downloadCsv.ts'), url, cookie];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    sample();
    return { ...(JSON.parse(stdout) as Download), peak };
  } finally {
    clearInterval(samples);
  }
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
