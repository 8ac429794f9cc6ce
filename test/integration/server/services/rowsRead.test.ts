import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { auditRows } from '../../../../src/server/services/audit';
import { listVisits } from '../../../../src/server/services/visitRows';
import { aStockedLocation } from '../../../support/server/aStockedLocation';
import { aUser } from '../../../support/server/builders';
import { rowsRead } from '../../../support/server/rowsRead';
import { serverOfFile } from '../../../support/server/serverOfFile';

const server = await serverOfFile();

const REPS = 20;
const VISITS = 4_000;
const ENTRIES = 2_000;

/** Visits of twenty reps, and of Lea, who made a quarter of the first half and then left. */
beforeAll(async () => {
  for (let index = 0; index < REPS; index += 1) await aUser(server.db, { id: `rep${index}` });
  await aUser(server.db, { id: 'lea', name: 'Lea Left' });
  const { locationId } = await aStockedLocation(server.db);
  await server.db.execute(sql`
    insert into visits (id, rep_id, location_id, outcome, started_at, submitted_at, created_at)
    select 'visit' || n, case when n < ${VISITS / 2}::int and n % 4 = 0 then 'lea' else 'rep' || n % ${REPS}::int end,
      ${locationId}, 'completed', at, at + interval '5 min', at
    from generate_series(1, ${VISITS}::int) as n,
      lateral (select timestamptz '2026-01-01' + n * interval '1 min' as at) as t`);
  await server.db.execute(sql`
    insert into audit (id, user_id, at, action, entity, entity_id)
    select 'entry' || n, 'lea', timestamptz '2026-01-01' + n / 3 * interval '1 s', 'update', 'item', 'cola'
    from generate_series(1, ${ENTRIES}::int) as n`);
  await server.db.execute(sql`analyze`);
});

it('an export of the audit reads each entry once', async () => {
  const read = await rowsRead(server.db, 'audit', async (tx) => {
    for await (const page of auditRows(tx, {})) expect(page).toBeDefined();
  });
  expect(read).toBeLessThan(2 * ENTRIES);
});

it('the list of the visits of a rep reads no others', async () => {
  const limit = 20;
  const read = await rowsRead(server.db, 'visits', async (tx) => {
    expect(await listVisits(tx, { location: null, rep: 'lea' }, limit)).toHaveLength(limit);
  });
  // Each is read for the order, for its size and for the list; some are read ahead.
  expect(read).toBeLessThan(5 * limit);
});
