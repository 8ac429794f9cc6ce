import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { LINES_PER_DELIVERY_MAX, NOTE_LENGTH_MAX } from '../../../src/domain/constants';
import { newId } from '../../../src/server/db/newId';
import { idempotencyKeys } from '../../../src/server/db/idempotencySchema';
import { audit } from '../../../src/server/db/auditSchema';
import { aStockedLocation, deliver, startVisit, type StockedLocation } from '../../support/server/aStockedLocation';
import { NOW } from '../../support/server/builders';
import type { SignedIn } from '../../support/server/harness';
import { serverOfEachTest } from '../../support/server/serverOfFile';

const EDITS = 15;

const server = await serverOfEachTest();
let rep: SignedIn;
let admin: SignedIn;
let store: StockedLocation;
beforeEach(async () => {
  rep = await server.signIn('rep');
  admin = await server.signIn('admin');
  store = await aStockedLocation(server.db);
});

/** A text of the largest size that no database compresses well: every character differs from the one before. */
const largestNote = (edit: number) =>
  Array.from({ length: NOTE_LENGTH_MAX }, (_, index) =>
    String.fromCharCode(0x4e00 + ((index * 7919 + edit * 104_729 + ((index * index) % 4_001)) % 20_000)),
  ).join('');

/** What the tables that grow with every edit hold, in bytes of their values as stored. */
async function storedBytes(): Promise<number> {
  const { rows } = await server.db.execute<{ bytes: number }>(sql`select (
    (select coalesce(sum(pg_column_size(before) + pg_column_size(after)), 0) from ${audit}) +
    (select coalesce(sum(pg_column_size(answer)), 0) from ${idempotencyKeys}))::int as bytes`);
  return rows[0]?.bytes ?? 0;
}

async function submittedVisit(): Promise<string> {
  const { _id } = await startVisit(rep, store);
  await rep.post(`/api/visits/${_id}/submit`, { outcome: 'partial', note: largestNote(0) });
  return _id;
}

const edit = async (path: string, body: object) => {
  const response = await rep.patch(path, body, { 'idempotency-key': `entry-${newId()}` });
  expect(response.statusCode).toBe(200);
};

describe(`security 46: what ${EDITS} edits store`, () => {
  it('of the largest note is little more than the notes', async () => {
    const id = await submittedVisit();
    for (let index = 1; index <= EDITS; index += 1) await edit(`/api/visits/${id}`, { note: largestNote(index) });
    const bytes = await storedBytes();
    console.info(`${EDITS} edits of the largest note: ${bytes} bytes`);
    expect(bytes).toBeLessThan(EDITS * 2 * (NOTE_LENGTH_MAX * 3 + 1_000));
  });

  it('of the outcome beside the largest note does not contain the note', async () => {
    const id = await submittedVisit();
    for (let index = 0; index < EDITS; index += 1) {
      await edit(`/api/visits/${id}`, { outcome: index % 2 ? 'partial' : 'skipped' });
    }
    const bytes = await storedBytes();
    console.info(`${EDITS} edits of an outcome beside it: ${bytes} bytes`);
    expect(bytes).toBeLessThan(EDITS * 300);
  });

  it('of one line of the longest delivery is that line alone, before and after', async () => {
    const { _id } = await deliver(rep, store, 0);
    const lines = Array.from({ length: LINES_PER_DELIVERY_MAX }, () => ({
      item: store.itemId,
      quantity: 1,
      packaging: 'each',
    }));
    await edit(`/api/deliveries/${_id}`, { lines });
    await server.db.delete(audit);
    for (let index = 1; index <= EDITS; index += 1) {
      lines[3] = { item: store.itemId, quantity: index + 1, packaging: 'each' };
      await edit(`/api/deliveries/${_id}`, { lines });
    }
    const bytes = await storedBytes();
    console.info(`${EDITS} edits of one of ${LINES_PER_DELIVERY_MAX} lines: ${bytes} bytes`);
    expect(bytes).toBeLessThan(EDITS * 2_000);
    const [newest] = (await admin.get('/api/audit?entity=delivery')).json().data;
    expect([newest.before, newest.after]).toMatchObject([
      [{ position: 4, quantityHundredths: EDITS * 100 }],
      [{ position: 4, quantityHundredths: (EDITS + 1) * 100 }],
    ]);
  });
});

describe('security 46: an audit entry', () => {
  it('of a role change has the changed field alone, and one of an older server is still readable', async () => {
    await admin.patch(`/api/users/${rep.user.id}`, { roles: ['rep', 'admin'] });
    const older = { before: { outcome: 'partial', note: 'x' }, after: { outcome: 'skipped', note: 'x' } };
    const about = { userId: rep.user.id, action: 'update', entity: 'visit', entityId: 'v1' } as const;
    await server.db.insert(audit).values({ ...about, ...older, id: newId(), at: new Date(NOW.getTime() + 1_000) });
    expect((await admin.get('/api/audit')).json().data).toMatchObject([
      older,
      { before: { roles: ['rep'] }, after: { roles: ['rep', 'admin'] } },
    ]);
    const [, ofRoles] = (await admin.get('/api/audit')).json().data;
    expect(Object.keys(ofRoles.after)).toEqual(['roles']);
  });
});
