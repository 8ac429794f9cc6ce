import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryPage } from '../../../src/contract/deliveries';
import { CSV_BOM } from '../../../src/domain/csv';
import { openDatabase } from '../../../src/server/db/openDatabase';
import { deliveries, deliveryLines } from '../../../src/server/db/schema';
import { rebuildRollups } from '../../../src/server/rollups/rebuildRollups';
import { beginSession } from '../../../src/server/auth/sessions';
import { aBox, aLocation, anItem, aUser, aVisit, NOW } from '../../support/server/builders';
import { type ServerProcess, startServerProcess } from '../../support/server/serverProcess';
import { ownDatabaseConfig } from '../../support/server/testDatabase';

/**
 * A visit as it could be stored before notes had a limit. Repeated for each delivery, its note is more than a string of
 * JavaScript can have.
 */
const DELIVERIES = 280;
const NOTE = `two\nlines, "quoted", ${'é'.repeat(999_974)} end`;
const NOTE_IN_LISTS = `${NOTE.slice(0, 10_000)}…`;
const NOTE_CELL = `"${NOTE.replaceAll('"', '""')}"`;
/** More than a list or a file may need, less than a tenth of what one needed when it repeated the note in memory. */
const GROWTH_MAX_MB = 250;

const database = await ownDatabaseConfig();
const ids = Array.from({ length: DELIVERIES }, (_, index) => `delivery-${String(index).padStart(3, '0')}`);
let server: ServerProcess;
let cookie = '';
let visitId = '';
let locationId = '';

beforeAll(async () => {
  const { databaseUrl, dataDir } = database;
  const { db, close } = await openDatabase({ databaseUrl: databaseUrl || null, dataDir });
  const { id: repId } = await aUser(db, { id: 'ada' });
  cookie = `session=${await beginSession(db, repId, new Date())}`;
  locationId = (await aLocation(db)).id;
  const { id: boxId } = await aBox(db, { locationId });
  const { id: itemId } = await anItem(db, { sku: 'C-1' });
  visitId = (await aVisit(db, { repId, locationId, outcome: 'partial', submittedAt: NOW, note: NOTE })).id;
  const made = { visitId, repId, locationId, boxId, deliveredAt: NOW, createdAt: NOW, totalCents: 300 };
  await db.insert(deliveries).values(ids.map((id) => ({ id, ...made })));
  const line = { position: 1, itemId, packaging: 'each', quantityHundredths: 200, unitPriceCents: 150 };
  await db
    .insert(deliveryLines)
    .values(ids.map((deliveryId) => ({ id: deliveryId, deliveryId, ...line, lineTotalCents: 300 })));
  await db.transaction((tx) => rebuildRollups(tx));
  await close();
  server = await startServerProcess({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'production' });
});

afterAll(async () => {
  await server.end('SIGKILL');
  await database.drop();
});

const get = (path: string) => fetch(`${server.url}/api${path}`, { headers: { cookie } });
const read = async <T>(path: string) => (await (await get(path)).json()) as T;

/** Resident memory of the server, in megabytes. */
const residentMb = () =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(server.process.pid)], { encoding: 'utf8' }).stdout) / 1024;

/** Downloads a file without holding it: the hash of its bytes, and how far the server's memory grew meanwhile. */
async function download(path: string) {
  const before = residentMb();
  const response = await get(path);
  const hash = createHash('sha256');
  let growthMb = 0;
  let unmeasured = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    hash.update(bytes);
    unmeasured += bytes.length;
    if (unmeasured < 32 * 1024 * 1024) continue;
    unmeasured = 0;
    growthMb = Math.max(growthMb, residentMb() - before);
  }
  return { status: response.status, hash: hash.digest('hex'), growthMb: Math.max(growthMb, residentMb() - before) };
}

function hashOf(head: string, rows: readonly string[]): string {
  const hash = createHash('sha256').update(`${CSV_BOM}${head}\r\n`);
  for (const row of rows) hash.update(row).update('\r\n');
  return hash.digest('hex');
}

describe(`a stored note of ${NOTE.length} characters with ${DELIVERIES} deliveries`, () => {
  const at = NOW.toISOString();
  const firstColumns = (id: string) =>
    `${at},Corner Store,"1 Main St, Ames, IA 50010",Ada Rep,${visitId},${id},Box 1,M`;
  const shared = 'Date,Location,Address,Rep,VisitId,DeliveryId,BoxLabel,BoxSize';

  it('is complete in every row of the export of lines', async () => {
    const file = await download('/exports/deliveries.csv?mode=lines');
    const rows = ids.map((id) => `${firstColumns(id)},C-1,Cola,each,2,1.50,3.00,partial,${NOTE_CELL}`);
    expect(file.hash).toBe(hashOf(`${shared},SKU,ItemName,Packaging,Qty,UnitPrice,LineTotal,Outcome,Note`, rows));
    expect(file.growthMb).toBeLessThan(GROWTH_MAX_MB);
  });

  it('is complete in every row of the export of deliveries', async () => {
    const file = await download('/exports/deliveries.csv?mode=deliveries');
    const rows = ids.map((id) => `${firstColumns(id)},1,3.00,partial,${NOTE_CELL}`);
    expect(file.hash).toBe(hashOf(`${shared},Lines,DeliveryTotal,Outcome,Note`, rows));
    expect(file.growthMb).toBeLessThan(GROWTH_MAX_MB);
  });

  it('is complete in the export of the history of its location', async () => {
    const file = await download(`/exports/location-history.csv?location=${locationId}`);
    const row = `${at},Corner Store,${visitId},Ada Rep,${at},${at},partial,${NOTE_CELL},1,280,840.00`;
    const head = 'Date,Location,VisitId,Rep,Started,Submitted,Outcome,Note,Boxes,Deliveries,Total';
    expect(file.hash).toBe(hashOf(head, [row]));
  });

  it('does not change the summaries', async () => {
    const [items, reps] = [await download('/exports/items-summary.csv'), await download('/exports/reps.csv')];
    expect(items.hash).toBe(hashOf('SKU,ItemName,Qty,Deliveries,Amount', ['C-1,Cola,560,280,840.00']));
    expect(reps.hash).toBe(hashOf('Rep,Visits,Deliveries,Total', ['Ada Rep,1,280,840.00']));
  });

  it.each(['/deliveries?limit=1000', '/deliveries?visit=$VISIT&limit=1000&page=1'])(
    'is shortened in each delivery of %s',
    async (path) => {
      const before = residentMb();
      const { data } = await read<DeliveryPage>(path.replace('$VISIT', visitId));
      expect(data.map((delivery) => delivery._id)).toEqual(ids);
      expect(data.every((delivery) => delivery.visit?.note === NOTE_IN_LISTS)).toBe(true);
      expect(residentMb() - before).toBeLessThan(GROWTH_MAX_MB);
    },
  );

  it('is shortened in the list of visits', async () => {
    expect(await read('/visits?limit=1000')).toMatchObject([{ _id: visitId, note: NOTE_IN_LISTS }]);
  });

  it('is complete in the response for one visit and for one delivery', async () => {
    expect((await read<{ note: string }>(`/visits/${visitId}`)).note === NOTE).toBe(true);
    const delivery = await read<{ visit: { note: string } }>(`/deliveries/${ids[0]}`);
    expect(delivery.visit.note === NOTE).toBe(true);
  });

  it('did not crash the server', async () => {
    expect((await get('/health')).status).toBe(200);
    expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null]);
  });
});
