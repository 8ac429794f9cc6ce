import { parseArgs } from 'node:util';
import { startPostgres } from '../../run/privatePostgres';

/**
 * `npm run campaign`: faults against the built app and the real server, judged by the server's tables and the stored
 * records. `--writes N --database pglite|postgres` sends N writes by HTTP; `--browser` drives a real browser through
 * the numbered faults (`--faults 2,12`, `--entries N`).
 */

const { values } = parseArgs({
  options: {
    writes: { type: 'string' },
    database: { type: 'string', default: 'pglite' },
    seed: { type: 'string', default: '1' },
    browser: { type: 'boolean', default: false },
    faults: { type: 'string' },
    entries: { type: 'string', default: '10' },
  },
});

/** A whole number from 1 on, or an error that names the argument. */
function countOf(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a whole number from 1 on, not ${text}`);
  return count;
}

async function runWrites(count: number): Promise<boolean> {
  if (values.database !== 'pglite' && values.database !== 'postgres')
    throw new Error(`--database must be pglite or postgres, not ${values.database}`);
  const postgres = values.database === 'postgres' ? await startPostgres() : null;
  try {
    if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
    // Opened late: which database it is stands in the environment.
    const { writesCampaign } = await import('./writes/writesCampaign');
    return await writesCampaign({ count, seed: countOf('seed', values.seed), postgres });
  } finally {
    await postgres?.stop();
  }
}

const runs: (() => Promise<boolean> | boolean)[] = [];
if (values.writes !== undefined) runs.push(() => runWrites(countOf('writes', values.writes ?? '')));
if (values.browser) {
  const { browserCampaign } = await import('./browser/browserCampaign');
  const chosen = values.faults?.split(',').map((text) => countOf('faults', text));
  runs.push(() => browserCampaign({ chosen, entries: countOf('entries', values.entries) }));
}
if (runs.length === 0) throw new Error('Give --browser, or --writes N with --database pglite or postgres');
for (const run of runs) if (!(await run())) process.exitCode = 1;
