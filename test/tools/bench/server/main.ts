import { parseArgs } from 'node:util';
import { startPostgres } from '../../../run/privatePostgres';
import type { Line } from './bench';

/**
 * `npm run bench`: how fast the server is, each figure beside its anchor and its goal (the numbers are those of
 * test/tools/bench/README.md). On the embedded database, or with `--pg` on a PostgreSQL of its own. `--deliveries`
 * (three lines each), `--small` (the smaller trade of the growth) and `--locations` set the size. Nothing here passes
 * or fails: the machine decides too.
 */

const { values } = parseArgs({
  options: {
    pg: { type: 'boolean', default: false },
    deliveries: { type: 'string', default: '40000' },
    small: { type: 'string', default: '10000' },
    locations: { type: 'string', default: '500' },
  },
});
const size = { deliveries: Number(values.deliveries), locations: Number(values.locations) };
const isEmbedded = !values.pg;

async function measure(): Promise<Line[]> {
  // Opened late: which database it is stands in the environment.
  const { openBench } = await import('./bench');
  const { benchBusyList, benchList } = await import('./list');
  const { benchDashboard } = await import('./dashboard');
  const { benchWrites } = await import('./writes');
  const { benchCsv } = await import('./csv');
  const { benchSignIn } = await import('./signIn');
  const { benchGrowth } = await import('./growth');
  const large = await openBench(size);
  const small = await openBench({ ...size, deliveries: Number(values.small) });
  const lines = [
    ...(await benchList(large)),
    ...(await benchDashboard(large, isEmbedded)),
    ...(await benchGrowth(small, large)),
    ...(await benchWrites(large)),
    ...(await benchSignIn(large)),
    ...(await benchCsv(large, isEmbedded)),
    ...(await benchBusyList(large)),
  ];
  await small.close();
  await large.close();
  return lines.sort((a, b) => a.number - b.number);
}

const postgres = values.pg ? await startPostgres() : null;
try {
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
  const where = isEmbedded ? 'embedded' : 'PostgreSQL';
  console.log(`${where}, ${size.deliveries} deliveries, ${size.deliveries * 3} lines, ${size.locations} locations`);
  console.table((await measure()).map(({ number, ...line }) => ({ '#': number, ...line })));
} finally {
  await postgres?.stop();
}
