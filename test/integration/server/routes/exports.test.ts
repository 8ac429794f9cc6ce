import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { CSV_BOM } from '../../../../src/domain/csv';
import { insertInBatches } from '../../../../src/server/db/insertInBatches';
import { newId } from '../../../../src/server/db/newId';
import { boxes, deliveries, items, visits } from '../../../../src/server/db/schema';
import { aStockedLocation, deliver, type StockedLocation, startVisit } from '../../../support/server/aStockedLocation';
import { aUser, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let rep: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  rep = await server.signIn(await aUser(server.db, { name: 'Ada' }));
  store = await aStockedLocation(server.db, { name: 'Corner, "the" Store' });
});

/** The rows of a file by column; fails on anything but CSV. */
async function rowsOf(path: string, who: SignedIn = rep): Promise<Record<string, string>[]> {
  const response = await who.get(`/api/exports/${path}`);
  expect(response.statusCode, `${path}: ${response.body.slice(0, 200)}`).toBe(200);
  return parse<Record<string, string>>(response.body, { columns: true, bom: true });
}

const PLACE = 'Date,Location,Address,Rep,VisitId,DeliveryId,BoxLabel,BoxSize';
const LINES = `${PLACE},SKU,ItemName,Packaging,Qty,UnitPrice,LineTotal,Outcome,Note`;
const HISTORY = 'Date,Location,VisitId,Rep,Started,Submitted,Outcome,Note,Boxes,Deliveries,Total';

describe('every export', () => {
  it.each([
    ['deliveries.csv?mode=lines', 'delivery-lines', LINES],
    ['deliveries.csv', 'delivery-lines', LINES],
    ['deliveries.csv?mode=deliveries', 'deliveries', `${PLACE},Lines,DeliveryTotal,Outcome,Note`],
    ['items-summary.csv', 'items-summary', 'SKU,ItemName,Qty,Deliveries,Amount'],
    ['reps.csv', 'reps', 'Rep,Visits,Deliveries,Total'],
    ['location-history.csv', 'location-history', HISTORY],
  ])('%s is a file %s_{date}.csv with BOM, CRLF and its columns', async (path, name, header) => {
    const visit = await startVisit(rep, store);
    await deliver(rep, store, 0, visit._id);
    const query = path.startsWith('location') ? `?location=${store.locationId}` : '';
    const response = await rep.get(`/api/exports/${path}${query}`);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${name}_2026-03-10.csv"`);
    expect(response.body.startsWith(`${CSV_BOM}${header}\r\n`)).toBe(true);
    expect(response.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const [, row] = parse(response.body, { bom: true });
    expect(row).toHaveLength(header.split(',').length);
  });

  it('with a filter by rep is for admins', async () => {
    await deliver(rep, store, 0);
    const admin = await server.signIn('admin');
    await deliver(admin, store, 0);
    for (const path of ['deliveries.csv', 'items-summary.csv', 'reps.csv']) {
      expect((await rep.get(`/api/exports/${path}?repId=${rep.user.id}`)).statusCode).toBe(403);
    }
    expect(await rowsOf(`deliveries.csv?repId=${rep.user.id}`, admin)).toHaveLength(1);
    expect(await rowsOf(`reps.csv?repId=${rep.user.id}`, admin)).toMatchObject([{ Rep: 'Ada', Total: '3.00' }]);
  });
});

describe('the rows', () => {
  it('of the lines repeat the delivery, and a delivery without lines has one row', async () => {
    const visit = await startVisit(rep, store);
    const full = await deliver(rep, store, 1, visit._id);
    const lines = ['each', 'case'].map((packaging) => ({ item: store.itemId, quantity: 2, packaging }));
    await rep.patch(`/api/deliveries/${full._id}`, { lines });
    await rep.post(`/api/visits/${visit._id}/submit`, { outcome: 'partial', note: 'two\nlines; "quoted", commas' });
    const emptied = await deliver(rep, store, 0);
    await rep.patch(`/api/deliveries/${emptied._id}`, { lines: [] });
    const rows = await rowsOf('deliveries.csv?mode=lines');
    const columns = { Date: NOW.toISOString(), Location: 'Corner, "the" Store', Address: '1 Main St, Ames, IA 50010' };
    const onVisit = {
      ...columns,
      Rep: 'Ada',
      VisitId: visit._id,
      DeliveryId: full._id,
      BoxLabel: 'Box 2',
      BoxSize: 'M',
    };
    const done = { Outcome: 'partial', Note: 'two\nlines; "quoted", commas' };
    const cola = { SKU: `SKU-${store.itemId}`, ItemName: 'Cola', Qty: '2' };
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual({
      ...onVisit,
      ...cola,
      Packaging: 'each',
      UnitPrice: '1.50',
      LineTotal: '3.00',
      ...done,
    });
    expect(rows).toContainEqual({
      ...onVisit,
      ...cola,
      Packaging: 'case',
      UnitPrice: '15.00',
      LineTotal: '30.00',
      ...done,
    });
    expect(rows.find((row) => row.DeliveryId === emptied._id)).toMatchObject({ VisitId: '', Qty: '', LineTotal: '' });
    expect(await rowsOf('deliveries.csv?mode=deliveries')).toContainEqual({
      ...onVisit,
      Lines: '2',
      DeliveryTotal: '33.00',
      ...done,
    });
  });

  it('of the summaries are sums', async () => {
    await deliver(rep, store, 0);
    await deliver(rep, store, 1);
    expect(await rowsOf('items-summary.csv')).toEqual([
      { SKU: `SKU-${store.itemId}`, ItemName: 'Cola', Qty: '4', Deliveries: '2', Amount: '6.00' },
    ]);
    expect(await rowsOf('reps.csv')).toEqual([{ Rep: 'Ada', Visits: '0', Deliveries: '2', Total: '6.00' }]);
  });

  it('of the history are the visits of one location, newest first', async () => {
    const headers = { 'Captured-At': '2026-03-09T10:00:00.000Z' };
    const first = await startVisit(rep, store, headers);
    await deliver(rep, store, 0, first._id);
    await deliver(rep, store, 0, first._id);
    await rep.post(`/api/visits/${first._id}/submit`, { outcome: 'partial', note: 'ok' }, headers);
    const open = await startVisit(rep, store);
    await startVisit(rep, await aStockedLocation(server.db));
    const location = { Location: 'Corner, "the" Store', Rep: 'Ada' };
    const nothing = { Outcome: '', Note: '', Submitted: '', Boxes: '0', Deliveries: '0', Total: '0.00' };
    expect(await rowsOf(`location-history.csv?location=${store.locationId}`)).toEqual([
      { ...location, ...nothing, Date: NOW.toISOString(), VisitId: open._id, Started: NOW.toISOString() },
      {
        ...location,
        Date: first.startedAt,
        VisitId: first._id,
        Started: first.startedAt,
        Submitted: first.startedAt,
        Outcome: 'partial',
        Note: 'ok',
        Boxes: '1',
        Deliveries: '2',
        Total: '6.00',
      },
    ]);
    const query = `location-history.csv?location=${store.locationId}&to=2026-03-09`;
    expect(await rowsOf(query)).toMatchObject([{ VisitId: first._id }]);
  });

  it('of the history are filtered by the day that they show', async () => {
    const at = (day: string) => ({ 'Captured-At': `${day}T10:00:00.000Z` });
    const long = await startVisit(rep, store, at('2026-03-06'));
    await rep.post(`/api/visits/${long._id}/submit`, { outcome: 'partial', note: '' }, at('2026-03-09'));
    const other = await server.signIn('rep');
    const open = await startVisit(other, store, at('2026-03-08'));
    const rows = async (range: string) => {
      const found = await rowsOf(`location-history.csv?location=${store.locationId}${range}`);
      return found.map((row) => [row.VisitId, row.Date?.slice(0, 10)]);
    };
    const [submitted, begun] = [
      [long._id, '2026-03-09'],
      [open._id, '2026-03-08'],
    ];
    expect(await rows('')).toEqual([submitted, begun]);
    expect(await rows('&from=2026-03-09')).toEqual([submitted]);
    expect(await rows('&to=2026-03-08')).toEqual([begun]);
  });

  it('escape texts that a spreadsheet would run as formulas, and do not change numbers', async () => {
    const starts = ['=', '+', '-', '@', '\t', '\r'];
    for (const [position, start] of starts.entries()) {
      const formula = `${start}cmd|' /C calc'!A0`;
      const evil = await server.signIn(await aUser(server.db, { name: formula }));
      const location = await aStockedLocation(server.db, { name: formula });
      await server.db.update(items).set({ name: formula, sku: formula });
      await server.db.update(boxes).set({ label: formula });
      const visit = await startVisit(evil, location);
      await deliver(evil, location, 0, visit._id);
      const admin = await server.signIn('admin');
      await admin.post(`/api/visits/${visit._id}/submit`, { outcome: 'other', note: formula });
      const [row] = await rowsOf(`deliveries.csv?location=${location.locationId}`);
      for (const column of ['Location', 'Rep', 'BoxLabel', 'ItemName', 'SKU', 'Note']) {
        expect(row?.[column], `${column} ${position}`).toBe(`'${formula}`);
      }
      expect(row).toMatchObject({ Qty: '2', UnitPrice: '1.50' });
    }
  });
});

describe('a long export', () => {
  it('has every row once and in order, whatever the page size', async () => {
    const count = 1_700;
    const at = (index: number) => new Date(NOW.getTime() - Math.floor(index / 7) * 1010);
    const references = { repId: rep.user.id, locationId: store.locationId, createdAt: NOW };
    const made = Array.from({ length: count }, (_, index) => ({ id: newId(), deliveredAt: at(index) }));
    const box = { boxId: store.boxIds[0] ?? '', totalCents: 1 };
    await insertInBatches(
      server.db,
      deliveries,
      made.map((row) => ({ ...row, ...references, ...box })),
    );
    const visited = made.map(({ id, deliveredAt: submittedAt }) => {
      return { id, startedAt: new Date(0), submittedAt, outcome: 'other' as const, ...references };
    });
    await insertInBatches(server.db, visits, visited);
    const rows = await rowsOf('deliveries.csv?mode=deliveries');
    const expected = made.map(({ id, deliveredAt }) => [id, deliveredAt.toISOString()]);
    expect(rows.map((row) => [row.DeliveryId, row.Date])).toEqual(expected);
    const history = await rowsOf(`location-history.csv?location=${store.locationId}`);
    expect(history.map((row) => row.VisitId)).toEqual(made.map((row) => row.id));
  });
});
