import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryPage } from '../../../../src/contract/deliveries';
import type { Visit } from '../../../../src/contract/visits';
import { insertInBatches } from '../../../../src/server/db/insertInBatches';
import { deliveries, visits } from '../../../../src/server/db/schema';
import { aStockedLocation, deliver, type StockedLocation, startVisit } from '../../../support/server/aStockedLocation';
import { aVisit, NOW } from '../../../support/server/builders';
import type { SignedIn } from '../../../support/server/harness';
import { serverOfEachTest } from '../../../support/server/serverOfFile';

const server = await serverOfEachTest();
let rep: SignedIn;
let store: StockedLocation;

beforeEach(async () => {
  rep = await server.signIn('rep');
  store = await aStockedLocation(server.db);
});

const noteOf = (visit: Visit) => visit.note;
const listed = async () => (await rep.get('/api/visits')).json() as Visit[];

describe('a note', () => {
  it.each([
    ['letters', 'x'.repeat(10_000)],
    ['emoji', '🧃'.repeat(10_000)],
  ])('of 10,000 %s is taken and listed whole', async (_of, note) => {
    const visit = await startVisit(rep, store);
    await deliver(rep, store, 0, visit._id);
    expect((await rep.patch(`/api/visits/${visit._id}/note`, { note })).statusCode).toBe(200);
    expect((await listed()).map(noteOf)).toEqual([note]);
    const page = (await rep.get('/api/deliveries')).json() as DeliveryPage;
    expect(page.data.map((delivery) => delivery.visit?.note)).toEqual([note]);
  });

  it.each([
    ['10,001 letters', 'x'.repeat(10_001)],
    ['10,001 emoji', '🧃'.repeat(10_001)],
  ])('of %s is refused by every call that takes one, in words', async (_of, note) => {
    const visit = await startVisit(rep, store);
    const path = `/api/visits/${visit._id}`;
    const refusals = [
      await rep.patch(`${path}/note`, { note }),
      await rep.patch(path, { note, outcome: 'partial' }),
      await rep.post(`${path}/submit`, { note, outcome: 'partial' }),
    ];
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(400);
      expect(refusal.json()).toEqual({ error: 'A note may have at most 10,000 characters' });
    }
    expect((await rep.get(path)).json()).toMatchObject({ note: '', submittedAt: null });
  });
});

it('a note of a million letters is refused by the size of its body', async () => {
  const visit = await startVisit(rep, store);
  const refusal = await rep.patch(`/api/visits/${visit._id}/note`, { note: 'x'.repeat(1_000_000) });
  expect([refusal.statusCode, refusal.json().error]).toEqual([
    413,
    expect.stringMatching(/^The request is larger than/),
  ]);
});

describe('a stored note that is longer than notes may be', () => {
  it('is cut in a list after a whole character, with an ellipsis, and is complete in its visit', async () => {
    const note = `x${'🧃'.repeat(12_000)}`;
    const visit = await aVisit(server.db, { repId: rep.user.id, locationId: store.locationId, note });
    expect((await listed()).map(noteOf)).toEqual([`x${'🧃'.repeat(9_999)}…`]);
    expect((await rep.get(`/api/visits/${visit.id}`)).json().note).toBe(note);
  });

  it('is kept when the outcome changes', async () => {
    const note = 'x'.repeat(20_000);
    const visit = await aVisit(server.db, { repId: rep.user.id, locationId: store.locationId, note });
    await rep.patch(`/api/visits/${visit.id}`, { outcome: 'skipped' });
    await rep.post(`/api/visits/${visit.id}/submit`, { outcome: 'partial' });
    expect((await rep.get(`/api/visits/${visit.id}`)).json()).toMatchObject({ note, outcome: 'partial' });
  });
});

describe('deliveries of several visits in turn', () => {
  it('each have the note of their own visit in a list and in an export', async () => {
    const visited: { id: string; note: string }[] = [];
    for (const note of ['of the first', 'of the second', '']) {
      const { locationId } = await aStockedLocation(server.db);
      visited.push(await aVisit(server.db, { repId: rep.user.id, locationId, note }));
    }
    const references = {
      repId: rep.user.id,
      locationId: store.locationId,
      boxId: store.boxIds[0] ?? '',
      createdAt: NOW,
    };
    const made = Array.from({ length: 12 }, (_, index) => ({
      ...references,
      id: `delivery-${10 + index}`,
      visitId: visited[index % 4]?.id ?? null,
      deliveredAt: new Date(NOW.getTime() - index * 1000),
      totalCents: 0,
    }));
    await server.db.insert(deliveries).values(made);
    const expected = made.map(({ id, visitId }) => [id, visited.find((visit) => visit.id === visitId)?.note]);
    const { data } = (await rep.get('/api/deliveries')).json() as DeliveryPage;
    expect(data.map(({ _id, visit }) => [_id, visit?.note])).toEqual(expected);
    const { body } = await rep.get('/api/exports/deliveries.csv');
    const rows = parse<Record<string, string>>(body, { columns: true, bom: true });
    expect(rows.map((row) => [row.DeliveryId, row.Note])).toEqual(expected.map(([id, note]) => [id, note ?? '']));
  });
});

describe('a file with many long notes among short ones', () => {
  it('has every row once and in order, each with its own note', async () => {
    const noteAt = (index: number) => (index >= 60 && index < 65 ? `${index} ${'é'.repeat(900_000)}` : `${index}`);
    const at = (index: number) => new Date(NOW.getTime() - index * 1000);
    const references = { repId: rep.user.id, locationId: store.locationId, createdAt: NOW };
    const made = Array.from({ length: 80 }, (_, index) => ({
      ...references,
      id: `visit-${index}`,
      startedAt: at(index),
    }));
    const submitted = made.map((row, index) => ({
      ...row,
      submittedAt: row.startedAt,
      outcome: 'other' as const,
      note: noteAt(index),
    }));
    await insertInBatches(server.db, visits, submitted);
    const box = { boxId: store.boxIds[0] ?? '', totalCents: 0 };
    const delivered = made.map(({ id, startedAt }) => ({
      ...references,
      ...box,
      id,
      visitId: id,
      deliveredAt: startedAt,
    }));
    await insertInBatches(server.db, deliveries, delivered);
    const expected = made.map(({ id }, index) => [id, noteAt(index).length, noteAt(index).slice(0, 9)]);
    for (const path of ['deliveries.csv?mode=deliveries', `location-history.csv?location=${store.locationId}`]) {
      const { body } = await rep.get(`/api/exports/${path}`);
      const rows = parse<Record<string, string>>(body, { columns: true, bom: true });
      expect(rows.map(({ VisitId, Note = '' }) => [VisitId, Note.length, Note.slice(0, 9)])).toEqual(expected);
    }
  });
});
