import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { auditRows } from '../../../../src/server/services/audit';
import { aUser } from '../../../support/server/builders';
import { rowsRead } from '../../../support/server/rowsRead';
import { serverOfFile } from '../../../support/server/serverOfFile';

const server = await serverOfFile();

const ENTRIES = 2_000;

beforeAll(async () => {
  await aUser(server.db, { id: 'ada' });
});

it('an export of the audit reads each entry once', async () => {
  await server.db.execute(sql`insert into audit (id, user_id, at, action, entity, entity_id)
    select 'entry' || n, 'ada', timestamptz '2026-01-01' + n / 3 * interval '1 s', 'update', 'item', 'cola'
    from generate_series(1, ${ENTRIES}::int) as n`);
  await server.db.execute(sql`analyze audit`);
  const read = await rowsRead(server.db, 'audit', async (tx) => {
    for await (const page of auditRows(tx, {})) expect(page).toBeDefined();
  });
  expect(read).toBeLessThan(2 * ENTRIES);
});
