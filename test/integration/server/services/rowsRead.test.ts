import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { auditRows } from '../../../../src/server/services/audit';
import { deliveryIdsOfPage } from '../../../../src/server/services/deliveryPages';
import { listVisits } from '../../../../src/server/services/visitRows';
import { aStockedLocation } from '../../../support/server/aStockedLocation';
import { aUser } from '../../../support/server/builders';
import { rowsRead } from '../../../support/server/rowsRead';
import { serverOfFile } from '../../../support/server/serverOfFile';

const server = await serverOfFile();

const REPS = 20;
const VISITS = 4_000;
const ENTRIES = 2_000;

/**
 * Visits and deliveries of twenty reps, and of Lea, who made a quarter of the first half and then left; Lia made
 * none yet.
 */
beforeAll(async () => {
  for (let index = 0; index < REPS; index += 1) await aUser(server.db, { id: `rep${index}` });
  await aUser(server.db, { id: 'lea', name: 'Lea Left' });
  await aUser(server.db, { id: 'lia', name: 'Lia Late' });
  const { locationId, boxIds } = await aStockedLocation(server.db);
  await server.db.execute(sql`
    insert into visits (id, rep_id, location_id, outcome, started_at, submitted_at, created_at)
    select 'visit' || n, case when n < ${VISITS / 2}::int and n % 4 = 0 then 'lea' else 'rep' || n % ${REPS}::int end,
      ${locationId}, 'completed', at, at + interval '5 min', at
    from generate_series(1, ${VISITS}::int) as n,
      lateral (select timestamptz '2026-01-01' + n * interval '1 min' as at) as t`);
  await server.db.execute(sql`
    insert into deliveries (id, rep_id, location_id, box_id, delivered_at, created_at, total_cents)
    select id, rep_id, location_id, ${boxIds[0]}, started_at, created_at, 100 from visits`);
  await server.db.execute(sql`
    insert into audit (id, user_id, at, action, entity, entity_id)
    select 'entry' || n, 'lea', timestamptz '2026-01-01' + n / 3 * interval '1 s', 'update', 'item', 'cola'
    from generate_series(1, ${ENTRIES}::int) as n`);
  await server.db.execute(sql`analyze`);
});

it('an export of the audit reads each entry once', async () => {
  let exported = 0;
  const read = await rowsRead(server.db, 'audit', async (tx) => {
    for await (const page of auditRows(tx, {})) exported += [...page].length;
  });
  expect(exported).toBe(ENTRIES);
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

it.each([
  ['nobody', 'zzz', 0],
  ['a rep who left', 'lea', 25],
  ['several reps', 'l', 25],
])('a page of the deliveries of %s, found by name, reads no others', async (_whose, repName, found) => {
  const filter = { from: null, to: null, location: null, repId: null, repName };
  const read = await rowsRead(server.db, 'deliveries', async (tx) => {
    expect(await deliveryIdsOfPage(tx, { filter, limit: 25, offset: 0 })).toHaveLength(found);
  });
  expect(read).toBeLessThan(200);
});

it.each([
  ['each of a few reps by the rep', 'l'],
  ['many reps in one order', 'a'],
])('the pages of the deliveries of %s have each delivery once, newest first', async (_how, repName) => {
  await server.db.execute(sql`update deliveries set rep_id = 'lia' where rep_id = 'lea' and random() < 0.5`);
  await server.db.execute(sql`update deliveries set delivered_at = date_trunc('hour', delivered_at)`);
  const filter = { from: null, to: null, location: null, repId: null, repName };
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select d.id from deliveries d join users u on u.id = d.rep_id where u.name ilike ${`%${repName}%`}
    order by d.delivered_at desc, d.id limit 60`);
  const pages = [0, 20, 40].map((offset) => deliveryIdsOfPage(server.db, { filter, limit: 20, offset }));
  expect((await Promise.all(pages)).flat()).toEqual(rows.map(({ id }) => id));
});
