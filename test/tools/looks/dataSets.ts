import { sql } from 'drizzle-orm';
import { readConfig } from '../../../src/server/config';
import type { Database } from '../../../src/server/db/database';
import { openDatabase } from '../../../src/server/db/openDatabase';
import { importFolder } from '../../../src/server/import/importFolder';
import { rebuildRollups } from '../../../src/server/rollups/rebuildRollups';
import { type RunningServer, startServer } from '../../browser/startServer';
import { IOWA_DAY_FOLDER } from '../replayDay/dayOnFile';

/**
 * What the database contains: the demo data, accounts and nothing else, a thousand of everything, or the demo data with
 * the stores, the 1,173 items and the sales of a real day.
 */
export type DataSet = 'demo' | 'empty' | 'full' | 'iowa';

const ROWS = 1_000;
/** Longer than any row has room for. */
const LONG_NAME = 'The Neighbourhood Grocery, Delicatessen & Wine Cellar at Saint Bartholomew’s Crossing';

/** Written from right to left, with figures and a bracket, which take the direction of what stands around them. */
const RTL_NAME = 'بقالة السوق 24 (الفرع 7)';

/** Leaves the accounts and nothing that anybody made. */
async function emptyTables(db: Database): Promise<void> {
  await db.execute(sql`truncate locations, boxes, items, visits, deliveries, delivery_lines, item_prices, audit, sync_devices,
    sent_recordings
    cascade`);
  await db.transaction(rebuildRollups);
}

/** Adds so many rows to the demo data, by statements: through the calls it would take an hour. */
async function fillTables(db: Database): Promise<void> {
  const count = sql.raw(String(ROWS));
  const now = sql`now() - interval '2 hours'`;
  await db.transaction(async (tx) => {
    const run = (statement: ReturnType<typeof sql>) => tx.execute(statement);
    await run(sql`insert into users (id, name, email, password_hash, roles, active, created_at)
      select 'u' || g, case g % 10 when 1 then ${LONG_NAME} || ' ' || g when 2 then ${RTL_NAME} else 'Rep number ' || g end, 'representative' || g || '@example.com', '-', array['rep'], g % 5 > 0, ${now}
      from generate_series(1, ${count}) g`);
    await run(sql`insert into locations (id, name, street, city, state, zip, created_at)
      select 'l' || g, case g % 10 when 1 then ${LONG_NAME} || ' ' || g when 2 then ${RTL_NAME} else 'Store ' || g end,
        g || ' Main Street', 'Ames', 'IA', '50010', ${now} from generate_series(1, ${count}) g`);
    await run(sql`insert into boxes (id, location_id, label, size, position)
      select 'l' || l || 'b' || b, 'l' || l, 'Box ' || b, (array['S', 'M', 'L'])[1 + b % 3], b
      from generate_series(1, ${count}) l, generate_series(1, 5) b`);
    await run(sql`insert into items (id, sku, name, packaging, units_per_pack, created_at)
      select 'i' || g, 'SKU-' || g, case g % 10 when 1 then ${LONG_NAME} || ' Cola ' || g when 2 then ${RTL_NAME} || g else 'Cola ' || g end,
        'each', 12, ${now} from generate_series(1, ${count}) g`);
    await run(sql`insert into item_prices (item_id, price_cents, price_per_pack_cents, created_at)
      select 'i' || g, 100 + g, 1000 + 10 * g, ${now} from generate_series(1, ${count}) g`);
    await run(sql`insert into visits (id, rep_id, location_id, outcome, note, started_at, submitted_at, created_at,
        submit_received_at)
      select 'v' || g, (select id from users where email = 'rep@example.com'), 'l' || g,
        (array['completed', 'partial', 'no_access', 'skipped'])[1 + g % 4], 'Left at the back door.',
        t.at, t.at, t.at, t.at
      from generate_series(1, ${count}) g, lateral (select ${now} - make_interval(hours => g) as at) t`);
    await run(sql`insert into deliveries (id, visit_id, rep_id, location_id, box_id, delivered_at, created_at, total_cents)
      select 'd' || v.id || n, v.id, v.rep_id, v.location_id, v.location_id || 'b' || n, v.submitted_at, v.submitted_at,
        123456700 from visits v, generate_series(1, 4) n where v.id like 'v%' and v.location_id like 'l%'`);
    await run(sql`insert into delivery_lines (id, delivery_id, position, item_id, packaging, quantity_hundredths,
        unit_price_cents, line_total_cents)
      select d.id || n, d.id, n, 'i' || (1 + (abs(hashtext(d.id)) + n * 10) % ${count}), 'case', 99900, 12345, 12333300
      from deliveries d, generate_series(1, 10) n where d.id like 'dv%'`);
    await rebuildRollups(tx);
    await run(sql`analyze`);
  });
}

const changes: Record<Exclude<DataSet, 'demo'>, (db: Database) => Promise<unknown>> = {
  empty: emptyTables,
  full: fillTables,
  iowa: (db) => {
    const options = { sales: true, strict: false, clock: () => new Date(), onProgress: () => undefined };
    return importFolder(db, IOWA_DAY_FOLDER, options);
  },
};

/** The real server on a new data folder with this data set. */
export async function startServerWith(dataSet: DataSet): Promise<RunningServer> {
  const demo = await startServer();
  if (dataSet === 'demo') return demo;
  await demo.stop();
  const { db, close } = await openDatabase(readConfig({ DATA_DIR: demo.dataDir }));
  try {
    await changes[dataSet](db);
  } finally {
    await close();
  }
  return startServer({ dataDir: demo.dataDir });
}
