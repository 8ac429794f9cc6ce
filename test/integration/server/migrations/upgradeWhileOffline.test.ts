import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { deliveriesApi } from '../../../../src/api/deliveriesApi';
import { isQueued } from '../../../../src/api/client/writes';
import { visitsApi } from '../../../../src/api/visitsApi';
import { calls } from '../../../../src/contract/calls';
import type { CreateDeliveryBody } from '../../../../src/contract/deliveries';
import { DAY_MS } from '../../../../src/domain/durations';
import { connectivityChanged } from '../../../../src/offline/actions';
import { tokenHashOf } from '../../../../src/server/auth/sessions';
import { deliveries, deliveryLines, visits } from '../../../../src/server/db/schema';
import { selectOwnEntries } from '../../../../src/state/pending/pendingSelectors';
import { checkSession } from '../../../../src/state/session/session';
import { aDevice, noNetwork } from '../../../support/app/device';
import { aWrite } from '../../../support/app/aWrite';
import { fillTables, type TableRows } from '../../../support/server/fillTables';
import { startTestServer } from '../../../support/server/harness';
import { openFilledBefore } from '../../../support/server/testDatabase';

/**
 * The upgrade of `docs/deploy.md` with a rep who is offline meanwhile. The former server's tables are those of
 * migration 4. It took the rep's last delivery, whose response was lost.
 */
const MIGRATION = 4;
const TOKEN = 'a session that the former server began';
const ENTRIES = 50;

interface EarlierWrite {
  url: string;
  body: CreateDeliveryBody;
  key: string;
  response: { _id: string };
}
const former = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../support/data/beforeVersions.json'), 'utf8'),
) as { rows: TableRows; writes: EarlierWrite[] };
const taken = former.writes.find(({ url }) => url === '/api/deliveries');
if (!taken) throw new Error('The former server took no delivery');
const { repName: _, visit: __, ...delivery } = taken.body;

const now = new Date();
const session = {
  token_hash: tokenHashOf(TOKEN),
  user_id: 'rep',
  created_at: now,
  last_seen_at: now,
  expires_at: new Date(now.getTime() + DAY_MS),
};
const server = await startTestServer(
  {},
  openFilledBefore(MIGRATION, (db) => fillTables(db, { ...former.rows, sessions: [session] })),
);
server.time.now = now;
const device = aDevice(await server.listen());
afterAll(() => server.close());

const body = (quantity: number, visit?: string): CreateDeliveryBody => ({
  ...delivery,
  repName: 'Ada Rep',
  lines: delivery.lines.map((line) => ({ ...line, quantity })),
  ...(visit !== undefined && { visit }),
});

it(`${ENTRIES} changes queued under the former version arrive once each after the upgrade`, async () => {
  const { db } = server;
  const before = { visits: await db.$count(visits), deliveries: await db.$count(deliveries) };
  device.cookies.set('session', TOKEN);
  const [ada] = (former.rows.users ?? []).filter(({ id }) => id === 'rep');
  const user = { _id: 'rep', name: ada?.name, email: ada?.email, roles: ada?.roles, active: true };
  device.network.fault = async ({ url }) =>
    url.endsWith(calls.getMe.path) ? Response.json({ user }) : new Response(null, { status: 503 });
  const { dispatch, getState } = await device.open();
  await dispatch(checkSession());
  device.network.fault = noNetwork;
  dispatch(connectivityChanged({ online: false }));

  const { createDelivery, updateDelivery } = deliveriesApi.endpoints;
  const { startVisit, submitVisit } = visitsApi.endpoints;
  await dispatch(createDelivery.initiate(aWrite(taken.body, taken.key)));
  const location = former.rows.locations?.find(({ id }) => id !== delivery.location)?.id;
  const started = await dispatch(startVisit.initiate(aWrite({ location: String(location) })));
  const visitId = isQueued(started.data) ? (started.data.localId ?? '') : '';
  const marks = Array.from({ length: ENTRIES - 4 }, (_mark, index) => 100 + index);
  const made: string[] = [];
  for (const mark of marks) {
    const { data } = await dispatch(createDelivery.initiate(aWrite(body(mark))));
    made.push(isQueued(data) ? (data.localId ?? '') : '');
  }
  const { lines } = body(500);
  await dispatch(updateDelivery.initiate({ id: made[0] ?? '', visitId: null, ...aWrite({ lines }) }));
  const submit = { outcome: 'partial' as const, note: 'Upgraded meanwhile' };
  await dispatch(submitVisit.initiate({ id: visitId, ...aWrite(submit) }));
  expect(selectOwnEntries(getState())).toHaveLength(ENTRIES);

  device.network.fault = null;
  dispatch(connectivityChanged({ online: true }));
  await expect.poll(() => selectOwnEntries(getState()), { timeout: 120_000 }).toEqual([]);

  expect(await db.$count(deliveries)).toBe(before.deliveries + marks.length);
  expect(await db.$count(visits)).toBe(before.visits + 1);
  const quantities = await db
    .select({ quantity: sql<number>`${deliveryLines.quantityHundredths} / 100` })
    .from(deliveryLines)
    .where(sql`${deliveryLines.quantityHundredths} >= 10000`);
  expect(quantities.map(({ quantity }) => quantity).sort((a, b) => a - b)).toEqual([...marks.slice(1), 500]);
  const submitted = await db.select().from(visits).where(sql`${visits.note} = 'Upgraded meanwhile'`);
  expect(submitted.map(({ outcome, repId }) => [outcome, repId])).toEqual([['partial', 'rep']]);
});
