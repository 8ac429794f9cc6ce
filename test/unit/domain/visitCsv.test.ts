import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { visitCsv, visitCsvFileName } from '../../../src/domain/visitCsv';

const visit = {
  _id: 'v1',
  repName: 'Ana',
  location: { name: 'Corner Shop', address: { street: '1 Main St', city: 'Ames', state: 'IA', zip: '50010' } },
  outcome: 'no_access',
  note: 'Back door\r\nlocked,  call "Bob"',
};
const delivery = {
  _id: 'd1',
  deliveredAt: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
  box: { label: 'Box 1', size: 'M' },
  lines: [
    { item: { _id: 'i1', name: 'Gin' }, packaging: 'case', quantity: 1.5, unitPrice: 10, lineTotal: 15 },
    { item: { _id: 'i2', name: '=Rum' }, packaging: 'each', quantity: 2, unitPrice: 0.5, lineTotal: 1 },
  ],
  total: 16,
};
const rows = (deliveries: Parameters<typeof visitCsv>[1], of = visit): string[][] =>
  parse(visitCsv(of, deliveries), { bom: true });

describe('the CSV of a visit (spec §7)', () => {
  it('has the columns of the specification and one row per line', () => {
    expect(rows([delivery])).toEqual([
      // biome-ignore format: the head as the specification lists it
      ['Date', 'Location', 'Address', 'Rep', 'VisitId', 'DeliveryId', 'BoxLabel', 'BoxSize', 'ItemName', 'Packaging', 'Qty', 'UnitPrice', 'LineTotal', 'DeliveryTotal', 'Outcome', 'Note'],
      // biome-ignore format: a row as it is read
      ['2026-11-20T10:00:00.000Z', 'Corner Shop', '1 Main St, Ames, IA 50010', 'Ana', 'v1', 'd1', 'Box 1', 'M', 'Gin', 'case', '1.5', '10.00', '15.00', '16.00', 'no_access', 'Back door locked,  call "Bob"'],
      // biome-ignore format: a row as it is read
      ['2026-11-20T10:00:00.000Z', 'Corner Shop', '1 Main St, Ames, IA 50010', 'Ana', 'v1', 'd1', 'Box 1', 'M', "'=Rum", 'each', '2', '0.50', '1.00', '16.00', 'no_access', 'Back door locked,  call "Bob"'],
    ]);
  });

  it('gives a delivery without lines one row with empty line columns', () => {
    const [, row] = rows([{ ...delivery, lines: [], total: 0 }]);
    expect(row?.slice(8, 14)).toEqual(['', '', '', '', '', '0.00']);
  });

  it('leaves the price of an item that the device does not know empty', () => {
    const lines = delivery.lines.map((line) => ({ ...line, unitPrice: null, lineTotal: null }));
    const [, row] = rows([{ ...delivery, lines, total: null }]);
    expect(row?.slice(8, 14)).toEqual(['Gin', 'case', '1.5', '', '', '']);
  });

  it('writes the note in one line', () => {
    const [, row] = rows([delivery], { ...visit, note: 'Closed \r\n\n at 5 ' });
    expect(row?.at(-1)).toBe('Closed at 5');
  });

  it('is named after the visit, the location and the day', () => {
    expect(visitCsvFileName(visit, '2026-11-21')).toBe('visit_v1_Corner-Shop_2026-11-21.csv');
  });

  it('says of a visit and a delivery of this device alone that they are not yet sent, in its name too', () => {
    const unsent = { ...visit, _id: 'local-e1' };
    const csv = visitCsv(unsent, [delivery, { ...delivery, _id: 'local-e2', lines: [] }]);
    const ids = parse(csv, { bom: true, from: 2 }).map((row: string[]) => row.slice(4, 6));
    expect(ids).toEqual([
      ['not yet sent', 'd1'],
      ['not yet sent', 'd1'],
      ['not yet sent', 'not yet sent'],
    ]);
    expect(visitCsvFileName(unsent, '2026-11-21')).toBe('visit_not-yet-sent_Corner-Shop_2026-11-21.csv');
  });
});
