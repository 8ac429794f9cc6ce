import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvCell, type CsvColumn, csvFile, fileNamePart } from '../../../src/domain/csv';

/** Columns of rows that are lists of cells. */
const columns = (...headers: string[]): CsvColumn<readonly CsvCell[]>[] =>
  headers.map((header, index) => ({ header, cell: (row) => row[index] }));

const read = (text: string): string[][] => parse(text, { bom: true, relax_column_count: true });

describe('a CSV file', () => {
  it('starts with a BOM and ends every row with CRLF', () => {
    expect(csvFile(columns('A', 'B'), [['x', 1]])).toBe('\uFEFFA,B\r\nx,1\r\n');
  });

  it('parses back to the same texts, whatever they contain', () => {
    const text = fc
      .string({ unit: 'grapheme' })
      .filter((cell) => !/^(?:[\t\r]|[\s\p{Z}\p{C}]*[=+\-@＝＋－＠])/u.test(cell));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
        expect(read(csvFile(columns('Head', 'Tail'), rows))).toEqual([['Head', 'Tail'], ...rows]);
      }),
    );
  });

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'],
    ...[' =1+1', '\n=1+1', '\u00a0=1+1', '\u200b=1+1', '＝1+1', '＋1', '－1', '＠SUM(A1)', ' \n＝1'],
  ])('escapes the formula %j (security 17, 47)', (formula) => {
    expect(read(csvFile(columns('A', 'B'), [[formula, '']]))[1]?.[0]).toBe(`'${formula}`);
  });

  it('does not escape numbers, negative ones included', () => {
    expect(read(csvFile(columns('A', 'B'), [[-1.5, null]]))[1]).toEqual(['-1.5', '']);
  });
});

it('a file name keeps letters and digits of any script', () => {
  expect(fileNamePart(' Ding’s Honk & Holler / Été ')).toBe('Ding-s-Honk-Holler-Été');
});
