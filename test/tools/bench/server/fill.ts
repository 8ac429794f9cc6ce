import { sql } from 'drizzle-orm';
import type { Database } from '../../../../src/server/db/database';
import { rebuildRollups } from '../../../../src/server/rollups/rebuildRollups';

/** How large a trade is: four deliveries to a visit, three lines to a delivery, over two years up to `LAST_DAY`. */
export interface Size {
  deliveries: number;
  locations: number;
}

export const LAST_DAY = new Date('2026-03-10T00:00:00.000Z');
export const DAYS = 730;
const REPS = 50;
export const ITEMS = 200;

/** Fills an empty database, by statements of its own: through the calls it would take hours. */
export async function fill(db: Database, { deliveries, locations }: Size): Promise<void> {
  const visits = Math.ceil(deliveries / 4);
  const end = sql`${LAST_DAY.toISOString()}::timestamptz`;
  const number = (value: number) => sql.raw(String(value));
  const at = sql`${end} - make_interval(secs => (${number(visits)} - g) * ${number((DAYS * 86_400) / visits)})`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // The rows are known to fit together: looking up every reference would take most of the time.
    await tx.execute(sql`set local session_replication_role = replica`);
    const run = (statement: ReturnType<typeof sql>) => tx.execute(statement);
    await run(sql`insert into users select 'u' || g, 'Rep ' || g, 'rep' || g || '@example.com', '-',
      array['rep', 'admin'], true, ${end} from generate_series(0, ${number(REPS - 1)}) g`);
    await run(sql`insert into locations (id, name, street, city, state, zip, created_at)
      select 'l' || g, 'Store ' || md5(g::text), g || ' Main St', 'Ames', 'IA', '50010', ${end}
      from generate_series(0, ${number(locations - 1)}) g`);
    await run(sql`insert into boxes select 'l' || l || 'b' || b, 'l' || l, 'Box ' || b, 'M', b
      from generate_series(0, ${number(locations - 1)}) l, generate_series(1, 4) b`);
    await run(sql`insert into items (id, sku, name, packaging, units_per_pack, created_at) select 'i' || g, 'SKU' || g, 'Item ' || g, 'each', 12, ${end}
      from generate_series(0, ${number(ITEMS - 1)}) g`);
    await run(sql`insert into item_prices (item_id, price_cents, price_per_pack_cents, created_at)
      select 'i' || g, 100 + g, 1000 + g, ${end} from generate_series(0, ${number(ITEMS - 1)}) g`);
    await run(sql`insert into visits select 'v' || g, 'u' || g % ${number(REPS)}, 'l' || g % ${number(locations)},
      (array['completed', 'partial', 'no_access', 'skipped'])[1 + g % 4], 'note', ${at}, ${at}, ${at}, ${at}
      from generate_series(0, ${number(visits - 1)}) g`);
    await run(sql`insert into deliveries select 'd' || v.id || n, v.id, v.rep_id, v.location_id,
      v.location_id || 'b' || n, v.submitted_at, v.submitted_at, 300
      from visits v, generate_series(1, 4) n`);
    await run(sql`insert into delivery_lines select d.id || n, d.id, n,
      'i' || (hashtext(d.id) & 65535) * n % ${number(ITEMS)}, 'each', 100, 100, 100
      from deliveries d, generate_series(1, 3) n`);
    await rebuildRollups(tx);
    await run(sql`analyze`);
  });
}
