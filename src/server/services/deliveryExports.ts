import type { CsvCell } from '../../domain/csv';
import { formatAddress } from '../../domain/locationRules';
import { plainCents } from '../../domain/money';
import { fromHundredths } from '../../domain/quantity';
import type { Database } from '../db/database';
import { type ExportedDelivery, type ExportedLine, exportedDeliveries } from './exportedDeliveries';
import type { ExportRows } from './exportStream';
import type { ParsedSalesFilter } from './salesFilter';

const NO_LINE: CsvCell[] = ['', '', '', '', '', ''];

function placeCells(delivery: ExportedDelivery): CsvCell[] {
  const { deliveredAt, location, rep, visitId, id, boxLabel, boxSize } = delivery;
  return [new Date(deliveredAt).toISOString(), location, formatAddress(delivery), rep, visitId, id, boxLabel, boxSize];
}

function lineCells([sku, itemName, packaging, quantityHundredths, unitCents, totalCents]: ExportedLine): CsvCell[] {
  return [sku, itemName, packaging, fromHundredths(quantityHundredths), plainCents(unitCents), plainCents(totalCents)];
}

function* rowPerLine(page: readonly ExportedDelivery[]): Generator<CsvCell[]> {
  for (const delivery of page) {
    const place = placeCells(delivery);
    const { lines, outcome, note } = delivery;
    for (const line of lines?.map(lineCells) ?? [NO_LINE]) yield [...place, ...line, outcome, note];
  }
}

function rowOfDelivery(delivery: ExportedDelivery): CsvCell[] {
  const { lines, totalCents, outcome, note } = delivery;
  return [...placeCells(delivery), lines?.length ?? 0, plainCents(totalCents), outcome, note];
}

/** One row per line; a delivery without lines has one row with the columns of the line empty. */
export async function* deliveryLineRows(db: Database, filter: ParsedSalesFilter): ExportRows {
  for await (const page of exportedDeliveries(db, filter)) yield rowPerLine(page);
}

/** One row per delivery. */
export async function* deliveryRows(db: Database, filter: ParsedSalesFilter): ExportRows {
  for await (const page of exportedDeliveries(db, filter)) yield page.map(rowOfDelivery);
}
