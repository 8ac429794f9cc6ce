import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { restoreBackup } from '../../../../src/server/backup/restoreBackup';
import { writeBackup } from '../../../../src/server/backup/writeBackup';
import type { Database } from '../../../../src/server/db/database';
import { openDatabase } from '../../../../src/server/db/openDatabase';
import { seedDemo } from '../../../../src/server/demo/seedDemo';
import { NOW } from '../../../support/server/builders';
import { ownDatabaseConfig } from '../../../support/server/testDatabase';

const folder = mkdtempSync(join(tmpdir(), 'field-sales-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The takings of every visit, as the exports add them up. */
async function takings(db: Database): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select v.id, v.outcome, v.started_at::text, count(l.*)::integer as lines, sum(l.line_total_cents)::text as cents
    from visits v left join deliveries d on d.visit_id = v.id left join delivery_lines l on l.delivery_id = d.id
    group by v.id order by v.id`);
  return rows;
}

it('a backup of the embedded database restores into PostgreSQL with the same visits and sums', async () => {
  const file = join(folder, 'sales.backup');
  const embedded = await openDatabase({ databaseUrl: null, dataDir: join(folder, 'data') });
  await seedDemo(embedded.db, NOW);
  await embedded.db.execute(sql`set timezone = 'UTC'`);
  const before = await takings(embedded.db);
  const made = await writeBackup(embedded.db, file, NOW);
  await embedded.close();

  const { databaseUrl, dataDir, drop } = await ownDatabaseConfig();
  const restored = await restoreBackup({ databaseUrl, dataDir }, file);
  const server = await openDatabase({ databaseUrl, dataDir });
  await server.db.execute(sql`set timezone = 'UTC'`);
  const after = await takings(server.db);
  await server.close();
  await drop();
  expect(restored).toEqual(made);
  expect(before.length).toBeGreaterThan(100);
  expect(after).toEqual(before);
});
